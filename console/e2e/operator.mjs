import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { record } from "./administrator.mjs";
import { look, openAs, row } from "./browser.mjs";
import { until } from "./program.mjs";

export default function operator(stage) {
  describe("an operator", () => {
    let b, page, subscription;
    const open = async (path, who = "operator") => {
      b = await openAs(stage.browser, stage.dev, who);
      page = b.page;
      await b.go(path);
    };
    /** A delivery to the receiver that fails as the receiver is told to. */
    const begin = async () => {
      const { api, receiver } = stage;
      const { integrationSubscriptions } = await api(
        "admin",
        '{ integrationSubscriptions(filter: { eventTypes: ["crm.contact.updated"] }) { nodes { id mode } } }',
      );
      subscription = integrationSubscriptions.nodes.find((s) => s.mode === "PUSH").id;
      await api(
        "admin",
        "mutation($id: ID!, $url: String!) { updateIntegrationSubscription(input: { id: $id, destinationUrl: $url }) { subscription { id } } }",
        { id: subscription, url: receiver.url },
      );
    };

    test("sees in one glance how the dispatcher is doing", async () => {
      await begin();
      await open("/");
      const health = page.getByRole("region", { name: "Dispatcher" });
      for (const name of ["Last pass", "Due now", "Oldest due", "In flight", "Scheduled for later"])
        await health.getByText(name, { exact: true }).waitFor();
      assert.match(await health.locator("time").textContent(), /ago|now/);
      await look(page, "overview-operator");
      await b.close();
    });

    test("opens a delivery and sees its whole story, with the next attempt in words and exactly", async () => {
      const { receiver } = stage;
      receiver.answer = { status: 503, body: "down for maintenance until three" };
      await record(stage, "crm.contact.updated", "c-4711", { before: { email: "a@example.org" }, after: { email: "b@example.org" } });
      await until("five failed attempts", async () => receiver.received.filter((r) => r.body.subject === "c-4711").length === 5);
      await open("/deliveries?status=RETRYING&entity=c-4711");
      await page.getByRole("link", { name: "c-4711" }).click();
      await page.getByRole("heading", { name: "c-4711", level: 1 }).waitFor();
      const story = page.getByRole("list", { name: "What happened to the delivery" });
      await story.getByText("Attempt 5: the answer was 503").waitFor();
      await story.getByText(/Attempt 6 is due in \d+ s/).waitFor();
      await story.getByText(/Exactly at/).waitFor();
      assert.equal(await story.getByText("down for maintenance until three").count(), 5);
      assert.equal(await story.getByText("HTTP_STATUS").count(), 5);
      const time = story.locator("time").first();
      assert.match(await time.getAttribute("title"), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? UTC$/);
      const hours = (await time.getAttribute("title")).slice(11, 13);
      assert.notEqual((await time.textContent()).match(/(\d\d):\d\d:\d\d/)[1], hours, "times are local");
      await look(page, "delivery-retrying");
      await b.context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page
        .getByRole("button", { name: /^Copy id dlv_/ })
        .first()
        .click();
      await page.getByText(/^Copied: id dlv_/).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), new URL(page.url()).pathname.split("/").at(-1), "ids are copied whole");
      // It goes on by itself: nobody reloads.
      await story.getByText("Dead: no further attempt").waitFor({ timeout: 30_000 });
      await look(page, "delivery-dead");
      receiver.answer = { status: 200, body: "{}" };
      await page.getByRole("button", { name: "Retry from the first attempt" }).click();
      await story.getByText("An operator began run 2").waitFor();
      await story.getByText("Attempt 1: acknowledged").waitFor();
      await page.getByText("Only a dead delivery can be retried.").waitFor();
      await look(page, "delivery-delivered");
      await b.close();
    });

    test("retries all dead of a window, told how many before", async () => {
      const { receiver, api } = stage;
      receiver.answer = { status: 500, body: "no" };
      for (let i = 0; i < 3; i++) await record(stage, "crm.contact.updated", `c-480${i}`, { before: {}, after: { email: "b@example.org" } });
      const dead = () =>
        api("operator", "query($id: ID!) { integrationSubscription(id: $id) { deliveries(filter: { statuses: [DEAD] }) { nodes { id } } } }", {
          id: subscription,
        });
      await until("three dead deliveries", async () => (await dead()).integrationSubscription.deliveries.nodes.length === 3, 40);
      await open("/");
      await page.getByText("Something needs attention").waitFor();
      await page.getByText("3 deliveries died in the last 24 hours.").waitFor();
      await look(page, "overview-attention");
      receiver.answer = { status: 200, body: "{}" };
      await b.go(`/subscriptions/${subscription}`);
      await page.getByText("The last 3 deliveries that ended are dead").waitFor();
      await page.getByRole("button", { name: "Retry dead" }).click();
      const dialog = page.getByRole("dialog", { name: "Retry dead deliveries" });
      await dialog.getByText("3 deliveries are dead in this window").waitFor();
      await look(page, "retry-dialog");
      await dialog.getByRole("button", { name: "Retry them" }).click();
      await page.getByText("3 deliveries begin again").waitFor();
      await until("all to be delivered", async () => (await dead()).integrationSubscription.deliveries.nodes.length === 0);
      await b.close();
    });

    test("replays a window with an estimate before, sees it go on, and cancels another", async () => {
      const { receiver, api } = stage;
      await open(`/subscriptions/${subscription}?dialog=replay`);
      const dialog = page.getByRole("dialog", { name: "Replay changes" });
      await dialog.getByText(/changes lie in this window; \d+ match/).waitFor();
      await look(page, "replay-dialog");
      const before = receiver.received.filter((r) => r.headers["backbeat-replay"]).length;
      await dialog.getByRole("button", { name: "Start the replay" }).click();
      await page.getByRole("heading", { name: "Replay", level: 1 }).waitFor();
      await page.getByRole("progressbar").waitFor();
      await page.getByText("Completed", { exact: true }).waitFor({ timeout: 30_000 });
      await look(page, "replay");
      await until("replayed deliveries", async () => receiver.received.filter((r) => r.headers["backbeat-replay"]).length > before);
      const { id } = (await api("operator", "query($id: ID!) { integrationSubscription(id: $id) { replays { id } } }", { id: subscription }))
        .integrationSubscription.replays[0];
      assert.ok(page.url().endsWith(`/replays/${id}`));

      // A suspended installation holds a replay, so that there is one to cancel.
      await api("admin", "mutation($id: ID!) { suspendInstallation(id: $id) { installation { id } } }", { id: stage.dev.installationId });
      await b.go(`/subscriptions/${subscription}?dialog=replay`);
      await page.getByRole("button", { name: "Start the replay" }).click();
      await page.getByRole("button", { name: "Cancel the replay" }).waitFor();
      await look(page, "replay-waiting");
      await page.getByRole("button", { name: "Cancel the replay" }).click();
      await page.getByText("Cancelled", { exact: true }).waitFor();
      await api("admin", "mutation($id: ID!) { resumeInstallation(id: $id) { installation { id } } }", { id: stage.dev.installationId });
      await b.close();
    });

    test("opens an event and sees what each consumer made of each attempt", async () => {
      const { api, dev, receiver } = stage;
      receiver.answer = { status: 200, body: '{"outcome":"handled","detail":"filed under cats"}' };
      const register = "mutation($i: RegisterIntegrationEventConsumerInput!) { registerIntegrationEventConsumer(input: $i) { consumer { id } } }";
      await api("application", register, { i: { endpoint: receiver.url, interests: ["github.issues.*"] } });
      await api("otherApplication", register, { i: { endpoint: "http://127.0.0.1:9/", interests: ["github.issues.opened"] } });
      const emit = "mutation($i: EmitEventsInput!) { emitEvents(input: $i) { events { id } } }";
      const payload = { action: "opened", issue: { number: 1, title: "<b>&</b>" } };
      const { emitEvents } = await api("adapter", emit, {
        i: {
          connectionId: dev.connectionId,
          events: [
            { type: "github.issues.opened", subject: "octo/hello", payload },
            { type: "github.push", subject: "octo/hello", payload },
          ],
        },
      });
      const id = emitEvents.events[0].id;
      await until(
        "five attempts",
        async () => (await api("reader", "query($id: ID!) { integrationEvent(id: $id) { attempt } }", { id })).integrationEvent.attempt >= 5,
      );
      await open(`/events?type=github.issues.opened&account=${dev.connectionId}`);
      await page.getByRole("link", { name: "github.issues.opened" }).first().click();
      const story = page.getByRole("list", { name: "What happened to the event" });
      await story.getByText("Attempt 1: 1 of 2 consumers did not take it").waitFor();
      await story.getByText("filed under cats").first().waitFor();
      await story
        .getByText(/CONNECT/)
        .first()
        .waitFor();
      await look(page, "event");
      await b.go("/events?status=NO_CONSUMER");
      await row(page, /github.push/).waitFor();
      await b.close();
    });

    test("watches the live tail, holds it still, and goes on", async () => {
      const { dev, api } = stage;
      await open("/live");
      await page.getByText("Live", { exact: true }).waitFor();
      await page.getByText("Nothing has happened yet").waitFor();
      await record(stage, "crm.contact.updated", "live-1", { before: {}, after: { email: "live@example.org" } });
      const tail = page.getByRole("log", { name: "Live tail" });
      await tail.getByText("Delivered").first().waitFor();
      await tail.getByRole("link", { name: "live-1" }).first().waitFor();
      await api("adapter", "mutation($i: EmitEventsInput!) { emitEvents(input: $i) { events { id } } }", {
        i: { connectionId: dev.connectionId, events: [{ type: "github.pull_request.opened", subject: "octo/live", payload: {} }] },
      });
      await tail.getByText("github.pull_request.opened").first().waitFor();
      await look(page, "live");
      await page.getByRole("button", { name: "Hold still" }).click();
      await record(stage, "crm.contact.updated", "live-2", { before: {}, after: { email: "live@example.org" } });
      await page.getByRole("button", { name: /Go on \(\d+ new\)/ }).waitFor();
      assert.equal(await tail.getByRole("link", { name: "live-2" }).count(), 0);
      await page.getByRole("button", { name: /Go on/ }).click();
      await tail.getByRole("link", { name: "live-2" }).first().waitFor();
      await b.close();
    });

    test("a reader sees the same without the buttons, and why they are missing", async () => {
      await open(`/subscriptions/${subscription}`, "reader");
      await page.getByText("Changing it needs the permission platform.integrations.manage.").waitFor();
      await page.getByText("Replaying and retrying needs the permission platform.integration-executions.operate.").waitFor();
      for (const name of ["Edit", "Pause", "Remove", "Replay", "Retry dead", "Send a test"])
        assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, name);
      await look(page, "subscription-reader");
      await b.go("/trails");
      await page.getByText("Reading them needs the permission platform.integrations.manage.").waitFor();
      await b.go("/subscriptions?dialog=new");
      await page.getByText("Subscribing needs the permission").waitFor();
      assert.equal(await page.getByRole("dialog").count(), 0, "no dialog opens by its address alone");
      await b.go("/");
      await page.getByText("The dispatcher's health needs the permission").waitFor();
      await b.close();
    });
  });
}
