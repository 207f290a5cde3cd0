// A real receiver of events and changes, which answers as it is told.
import { createServer } from "node:http";

export async function startReceiver() {
  const receiver = {
    url: "",
    /** What came, in its order: headers and the parsed body. */
    received: [],
    answer: { status: 200, body: '{"outcome":"handled"}' },
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (b) => (body += b));
    request.on("end", () => {
      receiver.received.push({ headers: request.headers, body: JSON.parse(body) });
      response.writeHead(receiver.answer.status, { "Content-Type": "application/json" });
      response.end(receiver.answer.body);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${server.address().port}/`;
  return receiver;
}
