// Sign-in by an issuer: the authorisation code with PKCE, all of it in the browser.
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { openAs } from "./browser.mjs";

const base64url = (v) => Buffer.from(v).toString("base64url");

/** A small issuer that lets everybody in as whom it is told. */
export async function issuer() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const codes = new Map();
  const it = { url: "", claims: {}, seen: [], stop: () => new Promise((r) => (server.closeAllConnections(), server.close(r))) };
  const token = (claims) => {
    const now = Math.floor(Date.now() / 1000);
    const text = `${base64url(JSON.stringify({ alg: "RS256", kid: "1", typ: "JWT" }))}.${base64url(JSON.stringify({ iss: it.url, iat: now, exp: now + 600, ...claims }))}`;
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, it.url);
    const json = (status, value) => {
      response.writeHead(status, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" });
      response.end(JSON.stringify(value));
    };
    if (request.method === "OPTIONS") return json(204, {});
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json(200, {
          issuer: it.url,
          authorization_endpoint: `${it.url}/authorize`,
          token_endpoint: `${it.url}/token`,
          jwks_uri: `${it.url}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      case "/keys":
        return json(200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
      case "/authorize": {
        const code = randomBytes(16).toString("hex");
        codes.set(code, Object.fromEntries(url.searchParams));
        it.seen.push(Object.fromEntries(url.searchParams));
        const back = new URL(url.searchParams.get("redirect_uri"));
        back.search = new URLSearchParams({ code, state: url.searchParams.get("state") });
        response.writeHead(302, { Location: back.href });
        return response.end();
      }
      case "/token": {
        let body = "";
        for await (const part of request) body += part;
        const form = new URLSearchParams(body);
        const asked = codes.get(form.get("code"));
        codes.delete(form.get("code"));
        const challenge = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        if (
          !asked ||
          asked.code_challenge !== challenge ||
          asked.code_challenge_method !== "S256" ||
          form.get("redirect_uri") !== asked.redirect_uri
        ) {
          return json(400, { error: "invalid_grant" });
        }
        return json(200, {
          token_type: "Bearer",
          expires_in: 600,
          access_token: token({ sub: "ada", aud: "backbeat", ...it.claims }),
          id_token: token({ sub: "ada", aud: "console", ...(asked.nonce && { nonce: asked.nonce }) }),
        });
      }
      default:
        return json(404, {});
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  it.url = `http://127.0.0.1:${server.address().port}`;
  return it;
}

export function oidc(stage) {
  describe("signing in by an issuer", () => {
    test("the code comes back with PKCE, and one arrives where one wanted to go", async () => {
      const { dev, issuer } = stage;
      issuer.claims = { tenant: dev.tenantId, permissions: ["platform.integrations.read"] };
      const b = await openAs(stage.browser, dev, undefined, { hosts: [new URL(issuer.url).host] });
      await b.go("/subscriptions?status=ACTIVE");
      await b.page.getByRole("button", { name: `Sign in with ${new URL(issuer.url).host}` }).click();
      await b.page.getByRole("heading", { name: "Subscriptions", level: 1 }).waitFor();
      assert.equal(b.page.url(), `${dev.url}/subscriptions?status=ACTIVE`);
      await b.page.getByText("a reader").waitFor();
      const asked = issuer.seen.at(-1);
      assert.equal(asked.response_type, "code");
      assert.equal(asked.code_challenge_method, "S256");
      assert.equal(asked.audience, "backbeat");
      await b.page.getByRole("button", { name: "Sign out" }).click();
      await b.page.getByLabel("Token", { exact: true }).waitFor();
      assert.equal(
        await b.page.evaluate(() => /eyJ|oidc/.test(JSON.stringify(sessionStorage) + JSON.stringify(localStorage))),
        false,
        "nothing of the session is kept",
      );
      await b.close();
    });

    test("a code that is no good is said so", async () => {
      const { dev, issuer } = stage;
      const b = await openAs(stage.browser, dev, undefined, { hosts: [new URL(issuer.url).host] });
      await b.go("/sign-in/callback?code=made-up&state=made-up");
      await b.page.getByRole("heading", { name: "Signing in did not work" }).waitFor();
      await b.close();
    });
  });
}
