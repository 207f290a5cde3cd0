// An example of a consumer of integration events. It checks each signature, handles
// each event once, and answers with an outcome.
//
//   npm ci && npm run build
//   BACKBEAT_SIGNING_SECRET=whsec_… PORT=9000 npm start
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** The CloudEvents envelope. */
interface Event {
  id: string;
  type: string;
  tenantid: string;
  attempt: number;
  data: unknown;
}

type Outcome = { outcome: "handled" | "ignored" | "retry"; detail?: string };

const secret = process.env.BACKBEAT_SIGNING_SECRET;
if (!secret) {
  throw new Error("BACKBEAT_SIGNING_SECRET must be what the registration answered: whsec_…");
}
const webhook = new Webhook(secret);

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  if (body === undefined) {
    response.writeHead(413).end("the body is too large");
    return;
  }
  let event: Event;
  try {
    // The signature is over these bytes: check them before anything reads them.
    event = webhook.verify(body, {
      "webhook-id": String(request.headers["webhook-id"] ?? ""),
      "webhook-timestamp": String(request.headers["webhook-timestamp"] ?? ""),
      "webhook-signature": String(request.headers["webhook-signature"] ?? ""),
    }) as Event;
  } catch {
    response.writeHead(401).end("the signature does not hold");
    return;
  }
  const answer = await once(event);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
}

// Events by their id, which is the same on every attempt. Here it is a map, which a
// restart empties. In earnest, insert the id into a table of your database in the
// transaction that does the work, with a unique key: then both are done, or neither.
const seen = new Map<string, "under way" | Date>();

// Longer than the attempts of one event can be apart, which is about nine hours.
const rememberedMs = 24 * 60 * 60 * 1000;

async function once(event: Event): Promise<Outcome> {
  for (const [id, ended] of seen) {
    if (ended instanceof Date && Date.now() - ended.getTime() > rememberedMs) seen.delete(id);
  }
  const known = seen.get(event.id);
  // An attempt before this one took too long, and goes on.
  if (known === "under way") return { outcome: "retry", detail: "another attempt is under way" };
  // An attempt before this one was handled, and its answer was lost.
  if (known) return { outcome: "handled" };
  seen.set(event.id, "under way");
  try {
    const answer = await handle(event);
    seen.set(event.id, new Date());
    return answer;
  } catch (error) {
    seen.delete(event.id);
    // The detail stands on the attempt's record, where operators read it.
    return { outcome: "retry", detail: error instanceof Error ? error.message : String(error) };
  }
}

// handle is where your own work goes. It has ten seconds, with the answer: what takes
// longer is best put into a queue of your own.
async function handle(event: Event): Promise<Outcome> {
  if (event.type !== "github.issues.opened") return { outcome: "ignored" };
  const title = (event.data as { issue?: { title?: string } } | null)?.issue?.title;
  if (!title) throw new Error("the issue has no title");
  console.log(`handled ${event.id}: ${title}`);
  return { outcome: "handled" };
}

async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > 1 << 20) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.destroy());
});
server.listen(Number(process.env.PORT ?? 9000), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
