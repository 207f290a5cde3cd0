import { useEffect, useRef, useState } from "react";
import type { Client } from "graphql-ws";
import type { TypedDocumentString } from "../gql/graphql";
import { useSession } from "../session/session";
import { endpoint } from "./client";

/** How a live operation is doing. */
export type LiveState = "connecting" | "live" | "waiting" | "refused";

let shared: { token: string; client: Promise<Client>; open: boolean } | undefined;

// One socket for all live operations of a session; a new token makes a new one.
function connect(token: string): NonNullable<typeof shared> {
  if (shared?.token !== token) {
    void shared?.client.then((c) => c.dispose());
    const client: Promise<Client> = import("graphql-ws").then(({ createClient }) =>
      createClient({
        url: new URL(endpoint, location.href).href.replace(/^http/, "ws"),
        connectionParams: { Authorization: `Bearer ${token}` },
        lazyCloseTimeout: 3_000,
        keepAlive: 20_000,
        retryAttempts: Infinity,
        // 4400 to 4499 say that trying the same again is of no use.
        shouldRetry: (why) => !(why instanceof CloseEvent && why.code >= 4400 && why.code < 4500),
        on: { connected: () => (mine.open = true), closed: () => (mine.open = false) },
      }),
    );
    const mine: NonNullable<typeof shared> = { token, client, open: false };
    shared = mine;
  }
  return shared;
}

/**
 * Listens while the component is there. What happens while the socket is away is not
 * made up for: `onGap` is called when it is back, for the caller to ask anew.
 */
export function useLive<R, V extends Record<string, unknown>>(
  document: TypedDocumentString<R, V>,
  variables: V,
  onNext: (data: R) => void,
  options: { pause?: boolean; onGap?: () => void } = {},
): LiveState {
  const { token } = useSession();
  const [state, setState] = useState<LiveState>("connecting");
  const latest = useRef({ onNext, onGap: options.onGap });
  latest.current = { onNext, onGap: options.onGap };
  const key = JSON.stringify(variables);
  const paused = options.pause ?? false;

  useEffect(() => {
    if (paused || !token) return;
    let ended = false;
    let wasAway = false;
    const stops: (() => void)[] = [];
    const socket = connect(token);
    void socket.client.then((client) => {
      if (ended) return;
      if (socket.open) setState("live");
      stops.push(
        client.on("connected", () => {
          setState("live");
          if (wasAway) latest.current.onGap?.();
          wasAway = false;
        }),
        client.on("closed", () => {
          wasAway = true;
          setState((s) => (s === "refused" ? s : "waiting"));
        }),
        client.subscribe<R>(
          { query: document.toString().trim(), variables: JSON.parse(key) as V },
          {
            next: ({ data }) => {
              setState("live");
              if (data) latest.current.onNext(data);
            },
            error: () => setState("refused"),
            complete: () => undefined,
          },
        ),
      );
    });
    return () => {
      ended = true;
      for (const stop of stops) stop();
    };
  }, [document, key, paused, token]);
  return state;
}
