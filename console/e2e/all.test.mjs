// Every story of the console, against the real program, a real receiver and a real
// browser. Most of the time is spent waiting for deliveries to be tried again, so two
// rows of stories run side by side, each with a program and a receiver of its own; within
// a row they follow each other, and later ones see what earlier ones left.
import { after, before, describe } from "node:test";
import administrator from "./administrator.mjs";
import { clearPictures, startBrowser } from "./browser.mjs";
import lists from "./lists.mjs";
import { issuer, oidc } from "./oidc.mjs";
import operator from "./operator.mjs";
import playground from "./playground.mjs";
import { startProgram, stopAtSignals } from "./program.mjs";
import { startReceiver } from "./receiver.mjs";
import signIn from "./sign-in.mjs";
import staff from "./staff.mjs";

describe("console", { concurrency: 2, timeout: 300_000 }, () => {
  let browser;
  before(async () => {
    clearPictures();
    browser = await startBrowser();
  });
  after(() => browser?.close());
  stopAtSignals();

  /** Stories that share a stage: what they act upon. */
  const row = (name, ...stories) =>
    describe(name, { concurrency: 1 }, () => {
      const stage = {};
      before(async () => {
        stage.browser = browser;
        stage.issuer = await issuer();
        stage.receiver = await startReceiver();
        stage.program = await startProgram(name, {
          BACKBEAT_OIDC_ISSUER: stage.issuer.url,
          BACKBEAT_OIDC_AUDIENCE: "backbeat",
          BACKBEAT_OIDC_CLIENT_ID: "console",
        });
        stage.dev = stage.program.dev;
        stage.api = stage.program.api;
      });
      after(() => Promise.allSettled([stage.program?.stop(), stage.receiver?.stop(), stage.issuer?.stop()]));
      for (const story of stories) story(stage);
    });

  row("those who configure", administrator, lists);
  row("those who operate", signIn, oidc, operator, playground, staff);
});
