// Writes operations.json, the text of every operation by its name, from the generated
// documents: the server's tests count the statements of each, and the file serves as an
// allow-list of operations as it is. With --check it writes nothing, and fails where the
// file is out of date.
import { readFileSync, writeFileSync } from "node:fs";

const generated = readFileSync("src/gql/graphql.ts", "utf8");
const operations = {};
for (const [, name, text] of generated.matchAll(/export const (\w+)Document = new TypedDocumentString\(`([^`]*)`/g)) {
  operations[name] = text.trim();
}
if (Object.keys(operations).length === 0) throw new Error("no operations found in src/gql/graphql.ts");
const text = JSON.stringify(operations, null, 2) + "\n";
if (!process.argv.includes("--check")) {
  writeFileSync("operations.json", text);
} else if (readFileSync("operations.json", "utf8") !== text) {
  console.error("console/operations.json is out of date; run npm run generate in console/ and commit what changes.");
  process.exitCode = 1;
}
