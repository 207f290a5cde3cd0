import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { Provider } from "urql";
import { newClient } from "../api/client";

interface Session {
  token: string | undefined;
  /** Why the last session ended, for the sign-in page. */
  notice: string | undefined;
  signIn: (token: string) => void;
  signOut: (notice?: string) => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

// The tab's own storage: a token is gone with the tab, and other tabs have their own.
const place = "backbeat.token";

export function SessionProvider({ children }: { children: ReactNode }) {
  const [token, setToken] = useState(() => sessionStorage.getItem(place) ?? undefined);
  const [notice, setNotice] = useState<string>();

  const signIn = useCallback((fresh: string) => {
    sessionStorage.setItem(place, fresh);
    setNotice(undefined);
    setToken(fresh);
  }, []);
  const signOut = useCallback((why?: string) => {
    for (const kept of Object.keys(sessionStorage)) {
      if (kept === place || kept === "backbeat.oidc" || kept.startsWith("oidc.")) sessionStorage.removeItem(kept);
    }
    setNotice(why);
    setToken(undefined);
  }, []);

  // A client, and with it every cached answer, belongs to one token.
  const client = useMemo(
    () => newClient({ token: () => token, refused: () => signOut("You were signed out: the token is unknown, expired or revoked.") }),
    [token, signOut],
  );
  useEffect(() => {
    if (!token) return;
    let stop: (() => void) | undefined;
    if (sessionStorage.getItem("backbeat.oidc")) void import("./oidc").then((m) => (stop = m.renew(signIn)));
    return () => stop?.();
  }, [token, signIn]);

  const session = useMemo(() => ({ token, notice, signIn, signOut }), [token, notice, signIn, signOut]);
  return (
    <SessionContext value={session}>
      <Provider value={client}>{children}</Provider>
    </SessionContext>
  );
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession outside of SessionProvider");
  return session;
}
