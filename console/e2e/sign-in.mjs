import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { look, openAs } from "./browser.mjs";

export default function signIn(stage) {
  describe("signing in", () => {
    test("a token that is no good is refused beside its input, a good one lets in and stays in the tab", async () => {
      const { dev } = stage;
      const b = await openAs(stage.browser, dev);
      await b.go("/deliveries?status=DEAD");
      await b.page.getByRole("heading", { name: "Backbeat" }).waitFor();
      await look(b.page, "sign-in");
      const field = b.page.getByLabel("Token", { exact: true });
      assert.equal(await field.evaluate((e) => e === document.activeElement), true, "the input has the focus");
      await b.page.keyboard.press("Enter");
      await b.page.getByText("Paste a token first.").waitFor();
      await field.fill("bbt_of_nobody");
      await b.page.keyboard.press("Enter");
      await b.page.getByText("This token is unknown, expired or revoked.").waitFor();
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      await field.fill(`Bearer ${dev.tokens.reader}`);
      await b.page.keyboard.press("Enter");
      await b.page.getByRole("heading", { name: "Deliveries", level: 1 }).waitFor();
      assert.equal(new URL(b.page.url()).search, "?status=DEAD", "one arrives where one wanted to go");
      const kept = () =>
        b.page.evaluate(() => [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].map((s) => s.includes("bbt_")));
      assert.deepEqual(await kept(), [false, false, true]);
      await b.page.reload();
      await b.page.getByRole("heading", { name: "Deliveries", level: 1 }).waitFor();
      await b.page.getByRole("button", { name: "Sign out" }).click();
      await b.page.getByLabel("Token", { exact: true }).waitFor();
      assert.deepEqual(await kept(), [false, false, false]);
      await b.close();
    });

    test("in development one comes in by one click", async () => {
      const b = await openAs(stage.browser, stage.dev);
      await b.go("/");
      await b.page.getByRole("button", { name: "Operator" }).click();
      await b.page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
      await b.page.getByText("an operator").waitFor();
      await b.close();
    });

    test("a token that ends signs out and says so", async () => {
      const b = await openAs(stage.browser, stage.dev);
      await b.go("/");
      await b.page.evaluate(() => sessionStorage.setItem("backbeat.token", "bbt_revoked"));
      await b.page.reload();
      await b.page.getByText("You were signed out").waitFor();
      await b.close();
    });

    test("the first page is under 150 KiB of compressed script, and none of it is the editor's", async () => {
      const b = await openAs(stage.browser, stage.dev, "operator");
      const cdp = await b.context.newCDPSession(b.page);
      await cdp.send("Network.enable");
      const scripts = new Map();
      cdp.on(
        "Network.responseReceived",
        ({ requestId, type, response }) =>
          type === "Script" &&
          scripts.set(requestId, { url: response.url, size: 0, type: response.headers["Content-Encoding"] ?? response.headers["content-encoding"] }),
      );
      cdp.on(
        "Network.loadingFinished",
        ({ requestId, encodedDataLength }) => scripts.has(requestId) && (scripts.get(requestId).size = encodedDataLength),
      );
      await b.go("/");
      await b.page.getByRole("link", { name: "Dispatcher keeps up" }).waitFor();
      await b.page.waitForLoadState("networkidle");
      const all = [...scripts.values()];
      const total = all.reduce((n, s) => n + s.size, 0);
      assert.ok(all.length > 0 && all.every((s) => s.type === "gzip"), JSON.stringify(all));
      assert.ok(total < 150 * 1024, `${total} bytes: ${all.map((s) => `${s.url} ${s.size}`).join(", ")}`);
      assert.ok(!all.some((s) => /monaco|graphiql|playground/i.test(s.url)));
      console.log(`    first page: ${(total / 1024).toFixed(1)} KiB of compressed script in ${all.length} files`);
      await b.close();
    });
  });
}
