// The real program, with an embedded database and queue of its own.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Waits until a condition holds; tells what it waited for where it never does. */
export async function until(what, condition, seconds = 20) {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}`);
    await new Promise((r) => setTimeout(r, 50));
  }
}

/** Starts `backbeat dev` out of the binary that BACKBEAT_BIN names. */
export async function startProgram(environment = {}) {
  const binary = process.env.BACKBEAT_BIN;
  if (!binary) throw new Error("BACKBEAT_BIN must name the program to test");
  const dataDir = mkdtempSync(join(tmpdir(), "backbeat-e2e-"));
  let log = "";
  const child = spawn(binary, ["dev"], {
    env: {
      ...process.env,
      BACKBEAT_DATA_DIR: dataDir,
      BACKBEAT_HTTP_ADDR: "127.0.0.1:0",
      // Five attempts follow at once; the last is long enough away to be looked at.
      BACKBEAT_RETRY_SCHEDULE: "100ms,100ms,100ms,100ms,12s",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (b) => (log = (log + b).slice(-20_000)));
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const place = join(dataDir, "dev.json");
  try {
    await until(
      "the program to be ready",
      () => {
        if (child.exitCode !== null) throw new Error("the program ended");
        return existsSync(place);
      },
      120,
    );
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(`${error.message}:\n${log}`);
  }
  const dev = JSON.parse(readFileSync(place, "utf8"));
  return {
    dev,
    log: () => log,
    api: api(dev),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks the API as one of dev's callers. */
function api(dev) {
  return async (as, query, variables = {}) => {
    const response = await fetch(`${dev.url}/graphql`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${dev.tokens[as]}` },
      body: JSON.stringify({ query, variables }),
    });
    const answer = await response.json();
    if (answer.errors) throw new Error(`${as}: ${JSON.stringify(answer.errors)}`);
    return answer.data;
  };
}
