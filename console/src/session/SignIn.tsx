import { useEffect, useId, useState, type FormEvent } from "react";
import { endpoint, textOf } from "../api/client";
import { ViewerDocument } from "../gql/graphql";
import { Button } from "../ui/Button";
import { consoleConfig, type ConsoleConfig } from "./config";
import { useSession } from "./session";
import "./sign-in.css";

/** The door: a token, or the organisation's own sign-in. */
export function SignIn() {
  const { notice, signIn } = useSession();
  const [token, setToken] = useState("");
  const [shown, setShown] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [config, setConfig] = useState<ConsoleConfig>();
  const field = useId();

  useEffect(() => {
    document.title = "Sign in · Backbeat";
    void consoleConfig().then(setConfig);
  }, []);

  const enter = async (candidate: string) => {
    setBusy(true);
    setFault(undefined);
    const refusal = await judge(candidate);
    setBusy(false);
    if (refusal) setFault(refusal);
    else signIn(candidate);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const candidate = token.trim().replace(/^Bearer\s+/i, "");
    if (!candidate) setFault("Paste a token first.");
    else void enter(candidate);
  };

  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <h1>
          <img src="/favicon.svg" alt="" width="28" height="28" />
          Backbeat
        </h1>
        <p className="quiet">Events and changes, on their way to applications and integrations.</p>
        {notice && (
          <p className="note note-warn" role="status">
            {notice}
          </p>
        )}
        {config?.oidc && <Issuer oidc={config.oidc} />}
        <form onSubmit={submit} noValidate>
          <label htmlFor={field}>Token</label>
          <div className="sign-in-token">
            <input
              id={field}
              type={shown ? "text" : "password"}
              value={token}
              onChange={(e) => setToken(e.target.value)}
              autoComplete="off"
              spellCheck={false}
              autoFocus
              aria-invalid={fault ? true : undefined}
              aria-describedby={`${field}-about ${field}-fault`}
            />
            <Button kind="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? "Hide" : "Show"}
            </Button>
          </div>
          <p id={`${field}-fault`} className="sign-in-fault" role={fault ? "alert" : undefined}>
            {fault}
          </p>
          <p id={`${field}-about`} className="quiet small">
            Made with <code>backbeat token create</code>. It stays in this tab and is gone when you close it.
          </p>
          <Button type="submit" kind="primary" busy={busy}>
            Sign in
          </Button>
        </form>
        {config?.dev && <DevTokens tokens={config.dev.tokens} enter={(t) => void enter(t)} busy={busy} />}
      </div>
    </main>
  );
}

function Issuer({ oidc }: { oidc: NonNullable<ConsoleConfig["oidc"]> }) {
  const [fault, setFault] = useState<string>();
  const leave = () =>
    import("./oidc")
      .then((m) => m.begin(location.pathname + location.search))
      .catch((e: Error) => setFault(`${new URL(oidc.issuer).host} could not be reached: ${e.message}`));
  return (
    <div className="sign-in-issuer">
      <Button kind="primary" onClick={() => void leave()}>
        Sign in with {new URL(oidc.issuer).host}
      </Button>
      <p className="sign-in-fault" role={fault ? "alert" : undefined}>
        {fault}
      </p>
      <p className="sign-in-or quiet small">or with a token</p>
    </div>
  );
}

const devNames: Record<string, string> = {
  admin: "Administrator",
  operator: "Operator",
  reader: "Reader",
  staff: "Staff",
  otherAdmin: "Administrator of the other tenant",
};

function DevTokens({ tokens, enter, busy }: { tokens: Record<string, string>; enter: (token: string) => void; busy: boolean }) {
  return (
    <section className="sign-in-dev" aria-labelledby="dev-tokens">
      <h2 id="dev-tokens">Development: come in as</h2>
      <div className="row">
        {Object.entries(devNames).map(
          ([name, words]) =>
            tokens[name] && (
              <Button key={name} disabled={busy} onClick={() => enter(tokens[name]!)}>
                {words}
              </Button>
            ),
        )}
      </div>
    </section>
  );
}

/** Asks the API whether a token is any good; gives what is wrong with it. */
async function judge(token: string): Promise<string | undefined> {
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { Accept: "application/graphql-response+json", "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: textOf(ViewerDocument) }),
    });
    if (response.ok) return undefined;
    if (response.status === 401) return "This token is unknown, expired or revoked.";
    return `Backbeat answered ${response.status}. Try again in a little while.`;
  } catch {
    return "Backbeat could not be reached. Check the connection and try again.";
  }
}
