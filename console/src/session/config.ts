/** What the server tells the console about itself; see console.go. */
export interface ConsoleConfig {
  /** Where people sign in, where the server knows an issuer. */
  oidc?: { issuer: string; clientId: string; audience?: string };
  /** Working tokens by their kind, and ids of the demo directory; in dev alone, and to loopback alone. */
  dev?: { tokens: Record<string, string>; ids: Record<string, string> };
}

let asked: Promise<ConsoleConfig> | undefined;

/** Asks the server once; without an answer the console works with tokens. */
export function consoleConfig(): Promise<ConsoleConfig> {
  asked ??= fetch("/console-config.json", { headers: { Accept: "application/json" } })
    .then((r) => (r.ok ? (r.json() as Promise<ConsoleConfig>) : {}))
    .catch(() => ({}));
  return asked;
}
