// Writes operations.json, the text of every operation by its name, from the generated
// documents: the server's tests count the statements of each, and the file serves as an
// allow-list of operations as it is.
import { readFileSync, writeFileSync } from "node:fs";

const generated = readFileSync("src/gql/graphql.ts", "utf8");
const operations = {};
for (const [, name, text] of generated.matchAll(/export const (\w+)Document = new TypedDocumentString\(`([^`]*)`/g)) {
  operations[name] = text.trim();
}
if (Object.keys(operations).length === 0) throw new Error("no operations found in src/gql/graphql.ts");
writeFileSync("operations.json", JSON.stringify(operations, null, 2) + "\n");
