import { useEffect, useMemo, useRef, useState } from "react";
import { GraphiQL } from "graphiql";
import { useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { createClient } from "graphql-ws";
import type { ConsoleConfig } from "../src/session/config";
import { readyMade } from "./ReadyMade";
import { Token } from "./Token";
import "./playground.css";

// Shared with the console in the same tab, and gone with the tab.
const place = "backbeat.token";

const welcome = `# Ctrl-Enter runs it. At the
# left are ready-made ones,
# and the whole schema.

query WhoAmI {
  viewer {
    subject
    kind
    permissions
    tenant { name }
  }
}
`;

/** The GraphQL playground: an editor for operations, with a place for the token. */
export function Playground({ config }: { config: ConsoleConfig }) {
  const dev = config.dev;
  const [token, setToken] = useState(() => sessionStorage.getItem(place) ?? dev?.tokens.admin ?? "");
  const current = useRef(token);
  current.current = token;

  useEffect(() => {
    if (token) sessionStorage.setItem(place, token);
    else sessionStorage.removeItem(place);
  }, [token]);

  const fetcher = useMemo(() => {
    const url = "/graphql";
    const headers = (): Record<string, string> => (current.current ? { Authorization: `Bearer ${current.current}` } : {});
    return createGraphiQLFetcher({
      url,
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { Accept: "application/graphql-response+json", ...(init?.headers as object), ...headers() } }),
      // Opened with the first live operation, and again for each after the last ended: the token is the one of that moment.
      wsClient: createClient({
        url: new URL(url, location.href).href.replace(/^http/, "ws"),
        connectionParams: headers,
        lazyCloseTimeout: 0,
        shouldRetry: () => false,
      }),
    });
  }, []);
  const plugin = useMemo(() => readyMade(dev?.ids ?? {}), [dev]);

  return (
    <div className="playground">
      <Token value={token} onChange={setToken} dev={dev?.tokens} />
      <main className="playground-editor">
        <GraphiQL
          fetcher={fetcher}
          plugins={[plugin]}
          defaultQuery={welcome}
          isHeadersEditorEnabled={false}
          showPersistHeadersSettings={false}
          visiblePlugin={plugin}
          defaultEditorToolsVisibility="variables"
        >
          <GraphiQL.Logo>Backbeat</GraphiQL.Logo>
          <Introspect token={token} />
          <FollowTheSystem />
        </GraphiQL>
      </main>
    </div>
  );
}

/** Asks for the schema anew once another token may let it be seen. */
function Introspect({ token }: { token: string }) {
  const { introspect } = useGraphiQLActions();
  const asked = useRef(token);
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    void introspect();
  }, [token, introspect]);
  return null;
}

/** Turns the editor's colours when the system's turn; graphiql looks at them once. */
function FollowTheSystem() {
  const chosen = useGraphiQL((s) => s.theme);
  const { setTheme } = useGraphiQLActions();
  useEffect(() => {
    if (chosen) return; // by hand, in the settings
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const turn = () => setTheme(null);
    dark.addEventListener("change", turn);
    return () => dark.removeEventListener("change", turn);
  }, [chosen, setTheme]);
  return null;
}
