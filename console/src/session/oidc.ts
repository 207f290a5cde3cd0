import { UserManager, WebStorageStateStore, type User } from "oidc-client-ts";
import type { ConsoleConfig } from "./config";
import { consoleConfig } from "./config";

// Loaded for people who sign in with their issuer alone.

/** Where the issuer sends people back to. */
export const callbackPath = "/sign-in/callback";

function manager(oidc: NonNullable<ConsoleConfig["oidc"]>): UserManager {
  return new UserManager({
    authority: oidc.issuer,
    client_id: oidc.clientId,
    redirect_uri: location.origin + callbackPath,
    response_type: "code", // with PKCE, which this library always adds
    scope: "openid profile email",
    extraQueryParams: oidc.audience ? { audience: oidc.audience } : {},
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    // Renewal by a hidden frame is shut out by the content policy; see renew.
    automaticSilentRenew: false,
    monitorSession: false,
  });
}

async function configured(): Promise<NonNullable<ConsoleConfig["oidc"]>> {
  const { oidc } = await consoleConfig();
  if (!oidc) throw new Error("This server has no issuer to sign in with.");
  return oidc;
}

/** Leaves for the issuer. */
export async function begin(returnTo: string): Promise<void> {
  await manager(await configured()).signinRedirect({ state: { returnTo } });
}

/** Takes what the issuer sent back: the token, and the place that the person came for. */
export async function finish(): Promise<{ token: string; returnTo: string }> {
  const user: User = await manager(await configured()).signinRedirectCallback();
  sessionStorage.setItem("backbeat.oidc", "1");
  const { returnTo } = (user.state ?? {}) as { returnTo?: string };
  // Only a path of ours: a link made elsewhere leads nowhere else.
  return { token: user.access_token, returnTo: returnTo && /^\/(?!\/)/.test(returnTo) ? returnTo : "/" };
}

/** Renews the token a minute before it ends, where the issuer gave a refresh token. */
export function renew(fresh: (token: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  void (async () => {
    const m = manager(await configured());
    const user = await m.getUser();
    if (ended || !user?.refresh_token || user.expires_in === undefined) return;
    timer = setTimeout(
      () =>
        void m
          .signinSilent()
          .then((u) => u && fresh(u.access_token))
          .catch(() => undefined),
      Math.max(5, user.expires_in - 60) * 1000,
    );
  })();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
