import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { look, openAs, row } from "./browser.mjs";
import { until } from "./program.mjs";

export default function staff(stage) {
  describe("staff", () => {
    let b, page;
    const open = async (path) => {
      b = await openAs(stage.browser, stage.dev, "staff");
      page = b.page;
      await b.go(path);
    };

    test("see unclaimed and dead events across tenants", async () => {
      await open("/staff/unclaimed");
      await row(page, /github.push/)
        .first()
        .waitFor();
      await look(page, "staff-unclaimed");
      await until(
        "an event to be dead",
        async () => (await stage.api("staff", "{ deadEvents(first: 1) { nodes { id } } }")).deadEvents.nodes.length > 0,
        40,
      );
      await page.getByRole("link", { name: "Dead events" }).click();
      await row(page, /github.issues.opened/)
        .first()
        .waitFor();
      await look(page, "staff-dead");
      await b.close();
    });

    test("register a tenant, a type, a release and an application, and install an integration", async () => {
      await open("/staff/tenants");
      await page.getByRole("button", { name: "Register a tenant" }).click();
      let dialog = page.getByRole("dialog", { name: "Register a tenant" });
      await dialog.getByLabel("Name").fill("Harbour Theatre");
      await dialog.getByLabel("Administrators").fill("ada@harbour.example\nnobody");
      await dialog.getByRole("button", { name: "Register" }).click();
      await dialog.locator(".field-fault", { hasText: /e-mail/ }).waitFor();
      await look(page, "tenant-dialog");
      await dialog.getByLabel("Administrators").fill("ada@harbour.example");
      await dialog.getByRole("button", { name: "Register" }).click();
      await row(page, /Harbour Theatre/).waitFor();
      await look(page, "staff-tenants");

      await b.go("/catalog?kind=CHANGE");
      await row(page, /crm.contact.created/).waitFor();
      await look(page, "catalog");
      await page.getByRole("link", { name: "crm.contact.updated" }).click();
      await page.getByRole("dialog", { name: "crm.contact.updated" }).waitFor();
      await look(page, "catalog-type");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Register a type" }).click();
      dialog = page.getByRole("dialog", { name: "Register a type" });
      await dialog.getByLabel("Name", { exact: true }).fill("crm.donation.made");
      await dialog.getByRole("button", { name: "Add a field" }).click();
      await dialog.getByLabel("Name of field 1").fill("created_by");
      await dialog.getByText("The names of the fields that differ").click();
      await dialog.getByRole("button", { name: "Register" }).click();
      await dialog.locator(".type-row .field-fault", { hasText: /\w/ }).waitFor();
      await look(page, "type-dialog");
      await dialog.getByLabel("Name of field 1").fill("amount");
      await dialog.getByRole("button", { name: /Type of field 1$/ }).click();
      await page.getByRole("option", { name: "number" }).click();
      await dialog.getByRole("button", { name: "Register" }).click();
      await page.getByText("crm.donation.made is in the catalog").waitFor();
      await row(page, /crm.donation.made/).waitFor();

      await b.go("/staff/releases");
      await row(page, /GitHub/, /1.0.0/, /Current/).waitFor();
      await page.getByRole("button", { name: "Publish a release" }).click();
      dialog = page.getByRole("dialog", { name: "Publish a release" });
      await dialog.getByLabel("Key of the integration").fill("github");
      await dialog.getByRole("button", { name: /^Begin with what/ }).click();
      await dialog.getByLabel("Version").fill("1.0.0");
      await dialog.getByRole("button", { name: "Publish" }).click();
      await dialog.getByText(/published already/i).waitFor();
      await dialog.getByLabel("Version").fill("1.1.0");
      await dialog.getByRole("button", { name: /Declares$/ }).click();
      await page.getByRole("option", { name: "crm.donation.made" }).click();
      await page.keyboard.press("Escape");
      await look(page, "release-dialog");
      await dialog.getByRole("button", { name: "Publish" }).click();
      await row(page, /GitHub/, /1.1.0/, /Current/).waitFor();
      await look(page, "staff-releases");

      await b.go("/applications");
      await page.getByRole("button", { name: "Register an application" }).click();
      dialog = page.getByRole("dialog", { name: "Register an application" });
      await dialog.getByLabel("Key").fill("Box Office");
      await dialog.getByLabel("Name").fill("Box office");
      await dialog.getByRole("button", { name: "Register" }).click();
      await dialog.locator(".field-fault", { hasText: /lower-case/ }).waitFor();
      await dialog.getByLabel("Key").fill("box-office");
      await dialog.getByRole("button", { name: "Register" }).click();
      await row(page, /Box office/).waitFor();
      await look(page, "applications");

      await b.go("/installations");
      await page.getByRole("button", { name: "Install an integration" }).click();
      dialog = page.getByRole("dialog", { name: "Install an integration" });
      await dialog.getByRole("button", { name: /Tenant$/ }).click();
      await page.getByRole("option", { name: "Harbour Theatre" }).click();
      await dialog.getByRole("button", { name: /Integration$/ }).click();
      await page.getByRole("option", { name: /GitHub/ }).click();
      await dialog.getByText("crm.donation.made").click();
      await look(page, "install-dialog");
      await dialog.getByRole("button", { name: "Install", exact: true }).click();
      await page.getByRole("heading", { name: "GitHub", level: 1 }).waitFor();
      await page.getByText("Harbour Theatre").first().waitFor();
      await b.close();
    });

    test("an administrator upgrades an installation to the new release", async () => {
      const { dev } = stage;
      const a = await openAs(stage.browser, dev, "admin");
      await a.go(`/installations/${dev.installationId}`);
      await a.page.getByRole("button", { name: "Upgrade to 1.1.0" }).click();
      const dialog = a.page.getByRole("dialog", { name: "Upgrade to release 1.1.0" });
      await dialog.getByText("new in this release").waitFor();
      await dialog.getByText("crm.donation.made").click();
      await look(a.page, "upgrade-dialog");
      await dialog.getByRole("button", { name: "Upgrade", exact: true }).click();
      await a.page.getByText("Release 1.1.0 is in use").waitFor();
      await a.page.getByRole("button", { name: /^Upgrade/ }).waitFor({ state: "detached" });
      await a.close();
    });

    for (const who of ["adapter", "application", "integration", "service"]) {
      test(`the token of another kind sees its own alone: ${who}`, async () => {
        await open("/");
        await b.close();
        const other = await openAs(stage.browser, stage.dev, who);
        await other.go("/");
        await other.page.getByText("You are signed in as").waitFor();
        for (const link of await other.page.getByRole("navigation", { name: "Console" }).getByRole("link").all()) {
          await link.click();
          await other.page.waitForLoadState("networkidle");
          assert.equal(await other.page.getByText("is not open to you").count(), 0, await link.textContent());
        }
        await other.go("/");
        await other.page.getByText("You are signed in as").waitFor();
        await look(other.page, `kind-${who}`);
        await other.close();
      });
    }
  });
}
