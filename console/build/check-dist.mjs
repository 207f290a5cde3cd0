// Builds the sources anew, in a temporary folder, and holds dist to what comes out: the
// same files, byte for byte; a first page whose scripts are under 150 KiB compressed; no
// code of the playground's editor within reach of the console.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const most = 150 * 1024;
const faults = [];
const fresh = mkdtempSync(join(tmpdir(), "backbeat-console-"));
try {
  await build({ logLevel: "error", build: { outDir: fresh, emptyOutDir: true, manifest: true } });
  compare();
  measure(JSON.parse(readFileSync(join(fresh, ".vite/manifest.json"), "utf8")));
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function compare() {
  const built = new Set(files(fresh).filter((name) => !name.startsWith(".vite")));
  const committed = new Set(files("dist"));
  const differing = [
    ...[...built].filter((name) => !committed.has(name)).map((name) => `${name} is missing`),
    ...[...committed].filter((name) => !built.has(name)).map((name) => `${name} comes from no source`),
    ...[...built].filter((name) => committed.has(name) && !content(fresh, name).equals(content("dist", name))).map((name) => `${name} differs`),
  ];
  if (differing.length === 0) return;
  const shown = differing.slice(0, 10).map((line) => `\n  ${line}`);
  if (differing.length > 10) shown.push(`\n  and ${differing.length - 10} more`);
  faults.push(`console/dist is not what its sources build; run npm run build in console/ and commit both:${shown.join("")}`);
}

function measure(manifest) {
  // The first screen is in the entry; others come when they are gone to. What a browser
  // really loads is measured by the browser tests.
  const first = reach(manifest, "index.html", ["imports"]);
  const size = first.reduce((sum, file) => sum + gzipSync(content(fresh, file), { level: 9 }).length, 0);
  console.log(`    first page: ${(size / 1024).toFixed(1)} KiB of compressed script in ${first.length} files`);
  if (size >= most) faults.push(`The first page's scripts are ${size} bytes compressed; they must stay under ${most}.`);

  const editor = /monaco-editor|monaco_|graphiql/i;
  const ofEditor = (files) => files.filter((file) => editor.test(content(fresh, file)));
  if (ofEditor(reach(manifest, "playground.html", ["imports", "dynamicImports"])).length === 0)
    faults.push("The playground's own scripts have none of the marks that its editor is known by: the check sees nothing.");
  for (const file of ofEditor(reach(manifest, "index.html", ["imports", "dynamicImports"])))
    faults.push(`${file} belongs to the console and has code of the playground's editor.`);
}

/** The scripts that are loaded where this entry is. */
function reach(manifest, entry, by) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    if (!manifest[key]) throw new Error(`the build has no ${key}`);
    seen.add(key);
    for (const how of by) manifest[key][how]?.forEach(visit);
  };
  visit(entry);
  return [...new Set([...seen].map((key) => manifest[key].file))].filter((file) => file.endsWith(".js"));
}

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function content(folder, name) {
  return readFileSync(join(folder, name));
}
