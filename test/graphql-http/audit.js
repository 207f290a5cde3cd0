// Runs every server audit of graphql-http against the URL it is given, prints a line
// for each that does not hold, and the counts in the end. It fails unless all hold.
import { serverAudits } from "graphql-http";

const url = process.argv[2];
if (!url) {
  console.error("usage: node audit.js URL");
  process.exit(2);
}

const audits = serverAudits({ url });
let held = 0;
for (const audit of audits) {
  const result = await audit.fn();
  if (result.status === "ok") {
    held++;
    continue;
  }
  const answer = result.response ? `${result.response.status} ${await result.response.text().catch(() => "")}` : "";
  console.log(`${result.id} ${result.name}: ${result.status}: ${result.reason ?? ""} ${answer}`);
}
console.log(`${held} of ${audits.length} audits hold`);
process.exit(held === audits.length ? 0 : 1);
