import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { look, openAs, row } from "./browser.mjs";
import { until } from "./program.mjs";

/** Records a change of the demo tenant. */
export function record(stage, type, entityId, rows) {
  const key = `${type} ${entityId} ${Math.random()}`;
  return stage.api("service", "mutation($i: RecordChangesInput!) { recordChanges(input: $i) { deliveries skipped } }", {
    i: { tenantId: stage.dev.tenantId, changes: [{ key, type, entityId, ...rows }] },
  });
}

/** Chooses an option; lists of options lie over the page, not within what opened them. */
export async function choose(within, label, option) {
  await within.getByRole("button", { name: new RegExp(`${label}$`) }).click();
  await within.page().getByRole("option", { name: option }).click();
}

export default function administrator(stage) {
  describe("an administrator", () => {
    let b, page;
    const open = async (path) => {
      b = await openAs(stage.browser, stage.dev, "admin");
      page = b.page;
      await b.go(path);
    };

    test("makes a subscription in one dialog: typed filter, preview with reasons, a test before saving", async () => {
      const { receiver } = stage;
      for (const [entity, email] of [
        ["c-1", "ada@example.org"],
        ["c-2", "bob@example.com"],
        ["c-3", null],
      ]) {
        await record(stage, "crm.contact.created", entity, { after: { email, status: "member" } });
      }
      await open("/subscriptions");
      await row(page, /crm.contact.updated/)
        .first()
        .waitFor();
      await look(page, "subscriptions");
      await page.getByRole("button", { name: "New subscription" }).click();
      const dialog = page.getByRole("dialog", { name: "New subscription" });
      await dialog.waitFor();
      assert.match(page.url(), /dialog=new/);
      await page.reload();
      await choose(dialog, "Account", /Octo's organisation/);
      await choose(dialog, "Type of change", /crm.contact.created/);
      await dialog.getByRole("region", { name: "Fields of crm.contact.created" }).getByText("email", { exact: true }).waitFor();
      await dialog.getByRole("textbox", { name: "Address" }).fill(`${receiver.url}hooks`);

      // The builder knows the fields, and which operators and values fit them.
      await dialog.getByRole("button", { name: "Add a condition" }).click();
      await choose(dialog, "Field", /^email/);
      await choose(dialog, "Operator", "ends with");
      await dialog.getByRole("textbox", { name: "Value" }).fill("@example.org");
      await dialog.getByText("email ends with “@example.org”").waitFor();
      const preview = dialog.getByRole("region", { name: "Preview" });
      await preview.getByText("1 of the last 3 changes match").waitFor();
      await preview.getByText("Unknown", { exact: true }).waitFor();
      assert.equal(await preview.getByRole("listitem").count(), 3);
      for (const item of await preview.getByRole("listitem").all())
        assert.notEqual((await item.locator("p").textContent()).trim(), "", "each has its reason");

      await dialog.getByRole("button", { name: "Add a condition" }).click();
      const second = dialog.locator(".builder-comparison").nth(1);
      await choose(second, "Field", /^status/);
      await choose(second, "Operator", "is one of");
      await second.getByRole("textbox", { name: "Another value" }).fill("member");
      await page.keyboard.press("Enter");
      await second.getByRole("textbox", { name: "Another value" }).fill("lapsed");
      await second.getByRole("button", { name: "Add" }).click();
      await dialog.getByText("email ends with “@example.org” and status is one of “member”, “lapsed”").waitFor();
      await preview.getByText(/^all\[1\]: status in is true/).waitFor();
      await look(page, "subscription-dialog");

      // JSON is another view of the same; what is pasted is in the builder.
      await dialog.getByRole("tab", { name: "JSON" }).click();
      const json = dialog.getByRole("textbox", { name: "Filter as JSON" });
      assert.deepEqual(JSON.parse(await json.inputValue()), {
        all: [
          { field: "email", op: "ends_with", value: "@example.org" },
          { field: "status", op: "in", value: ["member", "lapsed"] },
        ],
      });
      await json.fill('{"all":[{"field":"email","op":"ends_with"');
      await dialog.getByText("The filter stays as it was").waitFor();
      await json.fill('{"any":[{"field":"email","op":"ends_with","value":"@example.org"},{"field":"email","op":"larger","value":1}]}');
      await dialog.getByText(/filter\.any\[1\]/).waitFor();
      await look(page, "subscription-dialog-json");
      await dialog.getByRole("tab", { name: "Builder" }).click();
      await dialog.locator(".builder-comparison").nth(1).locator(".field-fault").waitFor();
      await dialog.locator(".builder-comparison").nth(1).getByRole("button", { name: "Remove the condition" }).click();

      // Violations of the API stand beside their inputs.
      const address = dialog.getByRole("textbox", { name: "Address" });
      await address.fill("http://10.0.0.1/hooks");
      await dialog.getByRole("button", { name: "Subscribe" }).click();
      await until("the violation", async () => (await address.getAttribute("aria-invalid")) === "true");
      assert.match(
        await dialog
          .locator(".field", { has: page.getByRole("textbox", { name: "Address" }) })
          .locator(".field-fault")
          .textContent(),
        /address/i,
      );

      await address.fill(`${receiver.url}hooks`);
      await dialog.getByRole("button", { name: "Send a test" }).click();
      await dialog.getByText(/The test was acknowledged with 200/).waitFor();
      const sample = receiver.received.at(-1);
      assert.equal(sample.headers["backbeat-test"], "true");
      assert.equal(sample.body.type, "crm.contact.created");
      await dialog.getByRole("button", { name: "Subscribe" }).click();
      await page.getByRole("heading", { name: "crm.contact.created", level: 1 }).waitFor();
      await page.getByText("Delivers where email ends with “@example.org”").waitFor();
      await look(page, "subscription");

      await record(stage, "crm.contact.created", "c-4", { after: { email: "eve@example.org" } });
      await record(stage, "crm.contact.created", "c-5", { after: { email: "eve@example.com" } });
      await page.reload();
      await row(page, /c-4/, /Delivered/).waitFor();
      await row(page, /c-5/, /Skipped: filter/).waitFor();
      assert.equal(receiver.received.at(-1).body.subject, "c-4");
      await b.close();
    });

    test("is told that the same subscription exists, with a way to it", async () => {
      await open("/subscriptions?dialog=new");
      const dialog = page.getByRole("dialog", { name: "New subscription" });
      await choose(dialog, "Account", /Octo's organisation/);
      await choose(dialog, "Type of change", /crm.contact.created/);
      await dialog.getByRole("textbox", { name: "Address" }).fill(stage.receiver.url);
      await dialog.getByRole("button", { name: "Subscribe" }).click();
      await dialog.getByRole("link", { name: "Show the one there is" }).click();
      await page.getByText("Delivers where email").waitFor();
      await b.close();
    });

    test("edits, pauses, is told how many wait, and resumes", async () => {
      const { receiver, api, dev } = stage;
      const { integrationSubscriptions } = await api(
        "admin",
        '{ integrationSubscriptions(filter: { eventTypes: ["crm.contact.created"] }) { nodes { id version } } }',
      );
      const id = integrationSubscriptions.nodes[0].id;
      await open(`/subscriptions/${id}`);
      await page.getByRole("button", { name: "Edit" }).click();
      let dialog = page.getByRole("dialog", { name: "Edit the subscription" });
      await dialog.locator(".builder-comparison").getByRole("button", { name: "Remove the condition" }).click();
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("None: every change of this type is delivered.").waitFor();

      receiver.answer = { status: 503, body: "come back later" };
      await record(stage, "crm.contact.created", "c-6", { after: { email: "held@example.org" } });
      await until("five failed attempts", async () => receiver.received.filter((r) => r.body.subject === "c-6").length === 5);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Pause", exact: true }).click();
      await page.getByText("Paused: paused by an administrator").waitFor();
      await page.getByText(/1 delivery waits for it to be resumed/).waitFor();
      await look(page, "subscription-paused");
      receiver.answer = { status: 200, body: "{}" };
      await page.getByRole("button", { name: "Resume" }).click();
      dialog = page.getByRole("alertdialog");
      await dialog.getByText("1 delivery waits").waitFor();
      await look(page, "subscription-resume");
      await dialog.getByRole("button", { name: "Resume", exact: true }).click();
      await page.getByText("Active", { exact: true }).waitFor();
      await until("the held delivery", async () => receiver.received.filter((r) => r.body.subject === "c-6").length === 6, 40);

      // Somebody else edits between: nothing is overwritten.
      await page.getByRole("button", { name: "Edit" }).click();
      dialog = page.getByRole("dialog", { name: "Edit the subscription" });
      await dialog.getByRole("textbox", { name: "Address" }).fill(`${receiver.url}elsewhere`);
      await api(
        "admin",
        "mutation($id: ID!, $url: String!) { updateIntegrationSubscription(input: { id: $id, destinationUrl: $url }) { subscription { id } } }",
        { id, url: `${receiver.url}other` },
      );
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("Someone else changed it in the meantime").waitFor();
      await b.close();
    });

    test("sees what is accepted, is told beforehand which subscriptions a withdrawal pauses, and what to do then", async () => {
      const { dev } = stage;
      await open("/installations");
      await row(page, /GitHub/, /3 of 3/).waitFor();
      await look(page, "installations");
      await page.getByRole("link", { name: "GitHub" }).click();
      await page.getByRole("heading", { name: "GitHub", level: 1 }).waitFor();
      await look(page, "installation");
      await page.getByRole("button", { name: "Change", exact: true }).click();
      let dialog = page.getByRole("dialog", { name: "Types of changes" });
      await dialog.getByText("This pauses no subscription.").waitFor();
      await dialog.getByText("crm.contact.created", { exact: true }).click();
      await dialog.getByText("This pauses 1 subscription").waitFor();
      await dialog.getByText("crm.contact.created → Octo's organisation").waitFor();
      await look(page, "acceptance-dialog");
      await dialog.getByRole("button", { name: "Accept these" }).click();
      await page.getByText("Not accepted").waitFor();

      await b.go("/subscriptions?status=PAUSED");
      await row(page, /its type is not accepted any more/).waitFor();
      await page.getByRole("link", { name: "crm.contact.created" }).click();
      await page.getByText("What to do: have crm.contact.created accepted").waitFor();
      await page.getByRole("button", { name: "Resume" }).click();
      dialog = page.getByRole("alertdialog");
      await dialog.getByText("is not accepted, so it can't be resumed yet").waitFor();
      assert.equal(await dialog.getByRole("button", { name: "Resume", exact: true }).isDisabled(), true);
      await look(page, "subscription-not-accepted");
      await dialog.getByRole("link", { name: "Accept it" }).click();
      await page.getByRole("button", { name: "Change", exact: true }).click();
      dialog = page.getByRole("dialog", { name: "Types of changes" });
      await dialog.getByText("crm.contact.created", { exact: true }).click();
      await dialog.getByRole("button", { name: "Accept these" }).click();
      await until("all to be accepted", async () => (await page.getByText("Accepted", { exact: true }).count()) === 3);

      await b.go(`/accounts/${dev.connectionId}`);
      await page.getByRole("heading", { name: "Octo's organisation", level: 1 }).waitFor();
      await look(page, "account");
      await b.close();
    });

    test("suspends and resumes an installation, connects an account, sets a credential and rotates a secret", async () => {
      const { dev } = stage;
      await open(`/installations/${dev.installationId}?dialog=suspend`);
      await page.getByRole("alertdialog").getByRole("button", { name: "Suspend", exact: true }).click();
      await page.getByText("Suspended: what waits is held").waitFor();
      await look(page, "installation-suspended");
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Resume", exact: true }).click();
      await page.getByText("Enabled", { exact: true }).waitFor();

      await page.getByRole("button", { name: "Connect an account" }).click();
      let dialog = page.getByRole("dialog", { name: "Connect an account" });
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await dialog.locator(".field-fault").first().waitFor();
      await dialog.getByLabel("Account").fill("octo-labs");
      await dialog.getByLabel("Name").fill("Octo's laboratory");
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("link", { name: "Octo's laboratory" }).click();
      await page.getByRole("heading", { name: "Octo's laboratory", level: 1 }).waitFor();
      await page.getByRole("button", { name: "Set the credential" }).click();
      dialog = page.getByRole("dialog", { name: "Set the credential" });
      await dialog.getByText("OAuth client").click();
      await dialog.getByLabel("Address for tokens").fill("http://169.254.169.254/");
      await look(page, "credential-dialog");
      await dialog.getByRole("button", { name: "Set it" }).click();
      await dialog.locator(".field-fault", { hasText: /\w/ }).first().waitFor();
      await dialog.getByText("Bearer token").click();
      await dialog.getByRole("textbox", { name: "Token" }).fill("secret-token");
      await dialog.getByRole("button", { name: "Set it" }).click();
      await page.getByText("The credential was set").waitFor();
      await page.getByRole("button", { name: "Rotate the signing secret" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Rotate", exact: true }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("button", { name: "Disconnect" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect", exact: true }).click();
      await page.getByRole("heading", { name: "GitHub", level: 1 }).waitFor();
      assert.equal(await page.getByRole("link", { name: "Octo's laboratory" }).count(), 0);
      await b.close();
    });

    test("sees why fifty dead deliveries paused a subscription, and finds the notice and both trails", async () => {
      const { receiver, api, dev } = stage;
      receiver.answer = { status: 500, body: "out of order" };
      const { integrationSubscriptions } = await api(
        "admin",
        '{ integrationSubscriptions(filter: { eventTypes: ["crm.contact.created"] }) { nodes { id } } }',
      );
      const id = integrationSubscriptions.nodes[0].id;
      await api("admin", "mutation($id: ID!) { resumeIntegrationSubscription(id: $id) { subscription { id } } }", { id }).catch(
        () => "active already",
      );
      for (let i = 0; i < 51; i++) await record(stage, "crm.contact.created", `c-${2_000 + i}`, { after: { email: "x@example.org" } });
      await until(
        "fifty deliveries to be dead",
        async () =>
          (await api("admin", "query($id: ID!) { integrationSubscription(id: $id) { status } }", { id })).integrationSubscription.status === "PAUSED",
        90,
      );
      receiver.answer = { status: 200, body: "{}" };
      await open("/");
      await page.getByText("Something needs attention").waitFor();
      await page.getByText("1 subscription was paused by Backbeat.").waitFor();
      await look(page, "overview");
      await page.getByRole("region", { name: "Paused subscriptions" }).getByRole("link", { name: "crm.contact.created" }).click();
      await page.getByText("Paused: fifty deliveries in a row died").waitFor();
      await look(page, "subscription-dead");
      await page.getByRole("link", { name: "why they died" }).click();
      await row(page, /c-20\d\d/, /Dead/)
        .first()
        .waitFor();
      await b.go("/notices");
      await page.getByText("Subscription paused", { exact: true }).first().waitFor();
      await look(page, "notices");
      await page.getByRole("link", { name: "Show what it is about" }).first().click();
      await page.getByRole("heading", { name: "crm.contact.created", level: 1 }).waitFor();

      await b.go(`/trails?subject=${id}`);
      await row(page, /Subscription paused/, /system/).waitFor();
      await look(page, "trails");
      await page.getByRole("link", { name: "Subscription updated" }).last().click();
      const entry = page.getByRole("dialog", { name: "Subscription updated" });
      await entry.getByRole("region", { name: "After" }).waitFor();
      await look(page, "trail-entry");
      assert.doesNotMatch(await entry.textContent(), /@example\.org/, "filter values are in no trail");
      await page.keyboard.press("Escape");
      await page.getByText("Security", { exact: true }).click();
      await row(page, /Subscription created/).waitFor();
      assert.match(page.url(), /trail=security/);
      await b.close();
    });

    test("removes a subscription, which then is in no list", async () => {
      const { api } = stage;
      const { integrationSubscriptions } = await api(
        "admin",
        '{ integrationSubscriptions(filter: { eventTypes: ["crm.contact.created"] }) { nodes { id } } }',
      );
      await open(`/subscriptions/${integrationSubscriptions.nodes[0].id}?dialog=remove`);
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove it" }).click();
      await page.getByRole("heading", { name: "Subscriptions", level: 1 }).waitFor();
      await row(page, /crm.contact.updated/)
        .first()
        .waitFor();
      assert.equal(await row(page, /crm.contact.created/).count(), 0);
      await page.goBack();
      await b.close();
    });
  });
}
