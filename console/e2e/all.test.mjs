// Every story of the console, against the real program, a real receiver and a real
// browser, one after the other: the machine they run on may be small.
import { after, before, describe } from "node:test";
import { startBrowser } from "./browser.mjs";
import { startProgram } from "./program.mjs";
import { startReceiver } from "./receiver.mjs";
import administrator from "./administrator.mjs";
import { issuer, oidc } from "./oidc.mjs";
import lists from "./lists.mjs";
import operator from "./operator.mjs";
import playground from "./playground.mjs";
import signIn from "./sign-in.mjs";
import staff from "./staff.mjs";

describe("console", { concurrency: 1 }, () => {
  const stage = {};
  before(async () => {
    stage.issuer = await issuer();
    [stage.program, stage.receiver, stage.browser] = await Promise.all([
      startProgram({ BACKBEAT_OIDC_ISSUER: stage.issuer.url, BACKBEAT_OIDC_AUDIENCE: "backbeat", BACKBEAT_OIDC_CLIENT_ID: "console" }),
      startReceiver(),
      startBrowser(),
    ]);
    stage.dev = stage.program.dev;
    stage.api = stage.program.api;
  });
  after(async () => {
    await Promise.allSettled([stage.browser?.close(), stage.program?.stop(), stage.receiver?.stop(), stage.issuer?.stop()]);
  });
  signIn(stage);
  oidc(stage);
  administrator(stage);
  operator(stage);
  lists(stage);
  staff(stage);
  playground(stage);
});
