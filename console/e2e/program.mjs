// The real program, with an embedded database and queue of its own.
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where pictures and logs of a run are left; git ignores it. */
export const pictures = join(import.meta.dirname, "../screenshots");

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

const running = new Set();

/** Ended by a signal, the tests take the programs with them; those end in order. */
export function stopAtSignals() {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.once(signal, async () => {
      await Promise.allSettled([...running].map((program) => program.stop()));
      process.exit(code);
    });
  }
  process.once("exit", () => running.forEach((program) => program.child.kill("SIGTERM")));
}

/** Starts `backbeat dev` out of the binary that BACKBEAT_BIN names. Its log is kept beside the pictures. */
export async function startProgram(name, environment = {}) {
  const binary = process.env.BACKBEAT_BIN ?? join(import.meta.dirname, "../../bin/backbeat");
  const dataDir = mkdtempSync(join(tmpdir(), "backbeat-e2e-"));
  mkdirSync(pictures, { recursive: true });
  const logFile = join(pictures, `${name}.log`);
  const log = openSync(logFile, "w");
  const child = spawn(binary, ["dev"], {
    env: {
      ...process.env,
      BACKBEAT_DATA_DIR: dataDir,
      BACKBEAT_HTTP_ADDR: "127.0.0.1:0",
      // Five attempts follow at once; the last is long enough away to be looked at.
      BACKBEAT_RETRY_SCHEDULE: "100ms,100ms,100ms,100ms,15s",
      ...environment,
    },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  const program = {
    child,
    /** Ends it in order; by force, were it to take too long. */
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 30_000);
      await ended;
      clearTimeout(late);
      running.delete(program);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  running.add(program);
  const place = join(dataDir, "dev.json");
  try {
    await until(
      "the program to be ready",
      () => {
        if (child.exitCode !== null || child.pid === undefined) throw new Error(`${binary} dev ended`);
        return existsSync(place);
      },
      90,
    );
  } catch (error) {
    await program.stop();
    throw new Error(`${error.message}:\n${readFileSync(logFile, "utf8").slice(-4_000)}`);
  }
  const dev = JSON.parse(readFileSync(place, "utf8"));
  return Object.assign(program, { dev, api: api(dev) });
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
