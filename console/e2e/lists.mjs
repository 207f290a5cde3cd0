import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { record } from "./administrator.mjs";
import { look, openAs, watchShifts } from "./browser.mjs";
import { until } from "./program.mjs";

export default function lists(stage) {
  describe("lists", () => {
    test("page by cursor, keep their filters in the address, and survive reload and back", async () => {
      const { dev } = stage;
      for (let i = 0; i < 60; i++) await record(stage, "crm.contact.updated", `paged-${i}`, { before: {}, after: { email: "p@example.org" } });
      const b = await openAs(stage.browser, dev, "reader");
      const { page } = b;
      await b.go(`/deliveries?account=${dev.connectionId}`);
      const first = page.locator("tbody tr").first();
      await page.getByRole("link", { name: "paged-59" }).waitFor();
      assert.equal(await page.locator("tbody tr").count(), 50);
      await look(page, "deliveries");
      await page.getByRole("link", { name: "Older" }).click();
      await page.getByRole("link", { name: "paged-9", exact: true }).waitFor();
      assert.match(page.url(), /after=/);
      await page.reload();
      await page.getByRole("link", { name: "paged-9", exact: true }).waitFor();
      await page.getByRole("link", { name: "Newer" }).click();
      await page.getByRole("link", { name: "paged-59" }).waitFor();
      assert.match(page.url(), /before=/);
      await page.goBack();
      await page.getByRole("link", { name: "paged-9", exact: true }).waitFor();

      // A filter begins at the newest again.
      await page.getByRole("button", { name: /Status$/ }).click();
      await page.getByRole("option", { name: "Skipped: filter" }).click();
      await page.getByRole("option", { name: "Dead" }).click();
      await page.keyboard.press("Escape");
      await until("the address", () => /status=SKIPPED_FILTER,DEAD/.test(page.url()) && !/after=/.test(page.url()));
      await page.getByRole("button", { name: "Clear" }).click();
      await until("the address", () => new URL(page.url()).search === "");
      await page.getByPlaceholder("Entity id").fill("paged-7");
      await until("the address", () => /entity=paged-7/.test(page.url()));
      await until("one entity alone", async () => (await page.locator("tbody tr").count()) === 2);

      // Windows of time: a common one, and one by the calendar.
      await page.getByRole("button", { name: /^Time/ }).click();
      await page.getByRole("button", { name: "Last hour" }).click();
      await until("the address", () => /since=\d{4}-/.test(page.url()));
      await page.getByRole("button", { name: /^Time/ }).click();
      await page.getByRole("button", { name: "Calendar" }).click();
      await page.getByRole("grid", { name: /20\d\d/ }).waitFor();
      await look(page, "deliveries-calendar");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Show this window" }).click();
      await until("the address", () => /until=\d{4}-/.test(page.url()));
      await page.goBack();
      await first.waitFor();
      await b.close();
    });

    test("of every kind keep their filters in the address", async () => {
      const { dev } = stage;
      const b = await openAs(stage.browser, dev, "admin");
      const { page } = b;
      const account = /Octo's organisation/;
      for (const [path, ...shown] of [
        [
          `/events?status=NO_CONSUMER&type=github.push&account=${dev.connectionId}&since=2026-01-01T00:00:00Z`,
          "No consumer",
          "github.push",
          account,
          /^Since/,
        ],
        [`/subscriptions?status=PAUSED&type=crm.contact.updated&account=${dev.connectionId}`, "Paused", "crm.contact.updated", account],
        [`/live?of=events&account=${dev.connectionId}`, "Events", account],
        ["/catalog?kind=PRODUCED", "Produced"],
      ]) {
        const filters = page.getByRole("search", { name: "Filters" });
        const stands = async () => {
          for (const text of shown) await filters.getByRole("button").filter({ hasText: text }).first().waitFor();
          assert.equal(page.url(), dev.url + path);
        };
        await b.go(path);
        await stands();
        await page.reload();
        await stands();
        await page.getByRole("link", { name: "Overview", exact: true }).click();
        await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
        await page.goBack();
        await stands();
      }
      await b.close();
    });

    test("say when there is nothing, and what to do; and when they failed, and why", async () => {
      const b = await openAs(stage.browser, stage.dev, "otherAdmin");
      const { page } = b;
      await b.go("/subscriptions");
      await page.getByText("No subscriptions yet").waitFor();
      await look(page, "subscriptions-empty");
      await b.go("/deliveries?entity=nobody");
      await page.getByText("No delivery fits these filters").waitFor();
      await b.go("/deliveries?after=made-up");
      await page.getByText("Deliveries could not be shown").waitFor();
      await page.getByText("The address names no place in this list.").waitFor();
      await look(page, "deliveries-failed");
      await page.getByRole("button", { name: "Start from the newest" }).click();
      await page.getByText("No deliveries yet").waitFor();
      await b.go("/deliveries/dlv_01jdw5zc3qe7h8v5t1n2m3k4p5");
      await page.getByRole("heading", { name: "No such delivery" }).waitFor();
      await b.go("/nowhere/at/all");
      await page.getByRole("heading", { name: "Nothing is here" }).waitFor();
      await b.context.route("**/graphql", (route) => route.abort());
      await b.go("/");
      await page.getByText("The console could not be shown").waitFor();
      await page.getByText("could not be reached").waitFor();
      await b.context.unroute("**/graphql");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
      b.faults.length = 0; // what was cut off on purpose
      await b.close();
    });

    test("stay where they are while they load", async () => {
      await stage.api("adapter", "mutation($i: EmitEventsInput!) { emitEvents(input: $i) { events { id } } }", {
        i: { connectionId: stage.dev.connectionId, events: [{ type: "github.push", payload: {} }] },
      });
      const b = await openAs(stage.browser, stage.dev, "operator");
      const shifts = await watchShifts(b.page);
      // Answers are held back until what is shown before them was seen.
      let seen;
      await b.context.route("**/graphql", async (route) => {
        if (!/query Viewer\b/.test(route.request().postData())) await seen;
        await route.continue();
      });
      await record(stage, "crm.contact.updated", "still", { before: {}, after: { email: "s@example.org" } });
      const { integrationDeliveries, integrationEvents, integrationSubscriptions } = await stage.api(
        "operator",
        "{ integrationDeliveries(first: 1) { nodes { id } } integrationEvents(first: 1) { nodes { id } } integrationSubscriptions(first: 1) { nodes { id } } }",
      );
      for (const [path, shown] of [
        ["/", "Dispatcher keeps up"],
        ["/deliveries", "on this page"],
        ["/events", "on this page"],
        ["/subscriptions", "on this page"],
        ["/notices", /on this page|No notices/],
        ["/installations", "Octo's organisation"],
        ["/applications", "CRM"],
        ["/catalog", "crm.contact.created"],
        [`/deliveries/${integrationDeliveries.nodes[0].id}`, "The change was recorded"],
        [`/events/${integrationEvents.nodes[0].id}`, "The adapter emitted it"],
        [`/subscriptions/${integrationSubscriptions.nodes[0].id}`, "on this page"],
        [`/installations/${stage.dev.installationId}`, "octo-archive"],
        [`/accounts/${stage.dev.connectionId}`, "Riverside Rowing Association"],
      ]) {
        let open;
        seen = new Promise((resolve) => (open = resolve));
        await b.go(path);
        await b.page
          .locator(".bone")
          .first()
          .waitFor({ timeout: 10_000 })
          .catch(() => assert.fail(`${path} does not show that it loads`));
        open();
        await b.page
          .getByText(shown)
          .first()
          .waitFor()
          .catch(() => assert.fail(`${path} does not show ${shown}`));
        await b.page.waitForLoadState("networkidle");
        const moved = await shifts();
        assert.ok(moved < 0.01, `${path} moved by ${moved}`);
      }
      await b.close();
    });

    test("are reached and read by keyboard alone", async () => {
      const b = await openAs(stage.browser, stage.dev, "admin");
      const { page } = b;
      const { keyboard } = page;
      const focused = () =>
        page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? "");
      const reach = async (what, most = 60) => {
        for (let i = 0; i < most; i++) {
          await keyboard.press("Tab");
          if (what.test(await focused())) return;
        }
        assert.fail(`${what} is not reached by the Tab key`);
      };
      await b.go("/deliveries");
      await page.getByRole("link", { name: "paged-59" }).first().waitFor();
      await keyboard.press("Tab");
      assert.equal(await focused(), "Skip to the content");
      await keyboard.press("Enter");
      assert.equal(await page.evaluate(() => document.activeElement?.id), "content");
      // Into the table, down a row, and into what it is about.
      const [first, second] = await page.getByRole("rowheader").allTextContents();
      await reach(new RegExp(`^${first}`));
      await keyboard.press("ArrowDown");
      await keyboard.press("Enter");
      await page.getByRole("heading", { name: second, level: 1 }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.id), "content", "the focus goes where the reading goes on");

      await b.go("/subscriptions");
      await page.getByRole("button", { name: "New subscription" }).waitFor();
      await reach(/^New subscription$/);
      await keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.getByRole("dialog").getByText("Account", { exact: true }).waitFor();
      await reach(/Choose…/);
      await keyboard.press("ArrowDown");
      await page.getByRole("option").first().waitFor();
      await keyboard.press("Enter");
      await until("an account", async () =>
        /Octo/.test(
          await page
            .getByRole("dialog")
            .getByRole("button", { name: /Account$/ })
            .textContent(),
        ),
      );
      await reach(/Choose…/);
      await keyboard.press("Enter");
      await page.getByRole("option", { name: /crm.contact.deleted/ }).waitFor();
      await keyboard.type("crm.contact.d");
      await keyboard.press("Enter");
      await reach(/^Add a condition$/);
      await keyboard.press("Enter");
      await page.getByText("Delivers where").waitFor();
      // The focus goes to what came, and on where what it was on is gone.
      const field = page.getByRole("dialog").locator(".builder-comparison button").first();
      await until("the new condition to have the focus", () => field.evaluate((e) => e === document.activeElement));
      await reach(/^Remove the condition$/);
      await keyboard.press("Enter");
      await until("the focus to go on", async () => (await focused()) === "Add a condition");
      await keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await until("the focus to be back", async () => (await focused()) === "New subscription");
      await b.close();
    });
  });
}
