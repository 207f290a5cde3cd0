import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { record } from "./administrator.mjs";
import { openAs, picture } from "./browser.mjs";
import { until } from "./program.mjs";

export default function playground(stage) {
  describe("the playground", () => {
    test("works with every request to elsewhere blocked: a query, a mutation and a live subscription", async () => {
      const { dev } = stage;
      const b = await openAs(stage.browser, dev);
      const { page } = b;
      await b.go("/playground");
      // In development it opens with a working token.
      await page.getByRole("button", { name: /Execute query/ }).waitFor({ timeout: 60_000 });
      await page.locator(".graphiql-query-editor").getByText("WhoAmI").first().waitFor();
      await page.waitForLoadState("networkidle");
      assert.equal(await page.getByLabel("Token", { exact: true }).inputValue(), dev.tokens.admin);
      const answer = page.locator(".result-window");
      const run = () => page.getByRole("button", { name: /Execute query|Stop query/ }).click();
      const operation = async (name, tab) => {
        await page.getByRole("button", { name, exact: true }).click();
        await page.getByRole("tab", { name: tab }).waitFor();
      };
      const says = (text) => answer.getByText(text).first().waitFor({ timeout: 30_000 });
      await run();
      await says("INTEGRATIONS_MANAGE");
      for (const scheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: scheme });
        await until(`the editor to be ${scheme}`, () =>
          page.evaluate(() => document.querySelector(".monaco-editor.vs-dark") !== null).then((dark) => dark === (scheme === "dark")),
        );
        await picture(page, `playground-${scheme}`);
      }

      // A mutation, as another kind of user.
      await page.getByLabel("As").selectOption({ label: "Adapter" });
      await operation("Emit an event", "Emit");
      await run();
      await says("emitEvents");
      await says("duplicates");

      // A live subscription, which goes on until it is stopped.
      await page.getByLabel("As").selectOption({ label: "Operator" });
      await operation("Watch deliveries live", "Deliveries");
      await run();
      await page.getByRole("button", { name: /Stop query/ }).waitFor();
      await record(stage, "crm.contact.updated", "watched", { before: {}, after: { email: "w@example.org" } });
      await says("watched");
      await run();
      await b.close();
    });

    test("its page is served under a policy that lets nothing in from elsewhere", async () => {
      const response = await fetch(`${stage.dev.url}/playground`);
      const policy = response.headers.get("content-security-policy");
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /script-src 'self';/);
      assert.doesNotMatch(policy, /https?:|\*/);
    });
  });
}
