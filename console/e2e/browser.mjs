// Debian's Chromium, driven by playwright-core, and what every screen is held to.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { pictures, until } from "./program.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Pictures of screens that are no more would mislead. */
export function clearPictures() {
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
}

export function picture(page, name) {
  return page.screenshot({ path: join(pictures, `${name}.png`) });
}

export async function startBrowser() {
  const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (p) => p && existsSync(p),
  );
  if (!executablePath) throw new Error("Chromium is missing: install it, or name it in CHROMIUM");
  // Each launch has a new, empty profile.
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A browser of its own for one person: it reaches the program and nothing else. */
export async function openAs(browser, dev, who, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 }, timezoneId: "Europe/Berlin", locale: "en-GB", ...options });
  context.setDefaultTimeout(20_000);
  const allowed = [new URL(dev.url).host, ...(options.hosts ?? [])];
  const faults = [];
  await context.route("**", (route) => {
    const url = new URL(route.request().url());
    if (url.protocol === "data:" || url.protocol === "blob:" || allowed.includes(url.host)) return route.continue();
    faults.push(`a request left for ${url.href}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on("pageerror", (e) => faults.push(`an error in the page: ${e.message}`));
  page.on("console", (m) => {
    // A refusal by the API is an answer that the page shows; the browser logs its status all the same.
    if (m.type() === "error" && !/Failed to load resource/.test(m.text())) faults.push(`on the console: ${m.text()}`);
    if (/Content Security Policy/i.test(m.text())) faults.push(`against the content policy: ${m.text()}`);
  });
  if (who)
    await page.addInitScript((token) => location.protocol.startsWith("http") && sessionStorage.setItem("backbeat.token", token), dev.tokens[who]);
  return {
    context,
    page,
    faults,
    go: (path) => page.goto(dev.url + path),
    async close() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

async function axe(page, where) {
  // Colours follow the scheme with the next frame.
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
  await page.evaluate(axeSource);
  const found = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"] }),
  );
  const violations = found.violations.map(
    (v) => `${where}: ${v.id} (${v.help}): ${v.nodes.map((n) => `${n.html} ${n.any.map((a) => a.message).join(" ")}`).join("\n    ")}`,
  );
  assert.deepEqual(violations, []);
}

/** Keeps a picture of a screen, light and dark and narrow, and holds it to axe in each. */
export async function look(page, name) {
  await page.waitForLoadState("networkidle");
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  const size = page.viewportSize();
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await axe(page, `${name}, ${colorScheme}`);
    await picture(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 360, height: 740 });
  // Popovers find their new place a little after the window has.
  let overflow;
  await until("it to fit", async () => !(overflow = await tooWide(page)).scrolls && overflow.wide.length === 0, 5).catch(() => {});
  await axe(page, `${name}, narrow`);
  await picture(page, `${name}-narrow`);
  await page.setViewportSize(size);
  assert.deepEqual(overflow, { scrolls: false, wide: [] }, `${name} is wider than 360 pixels`);
}

/** What does not fit into the window's width, but for what scrolls by itself. */
function tooWide(page) {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll("body *")].filter((e) => {
      const box = e.getBoundingClientRect();
      return box.width > 0 && box.right > innerWidth + 1 && !e.closest("pre, .unseen, thead") && getComputedStyle(e).visibility !== "hidden";
    });
    return { scrolls: document.scrollingElement.scrollWidth > innerWidth, wide: wide.slice(0, 3).map((e) => e.outerHTML.slice(0, 160)) };
  });
}

/** Rows of a list in which all of these stand. */
export function row(page, ...texts) {
  return texts.reduce((rows, hasText) => rows.filter({ hasText }), page.locator("tbody tr"));
}

/** How much of a page moved while it came, as Chromium sums it up. */
export async function watchShifts(page) {
  await page.addInitScript(() => {
    globalThis.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => globalThis.shifts);
}
