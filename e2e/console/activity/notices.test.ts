import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

interface NoticeDouble {
  title: string;
  body: string;
  onclick?: () => void;
}

declare global {
  /** Notifications that the page has shown. */
  var shownNotices: NoticeDouble[];
  var looksAway: boolean;
}

const REFUSAL = JSON.stringify({
  type: "ERROR",
  object: { kind: "Status", code: 403, reason: "Forbidden", message: "no" },
});
let refuse: () => void = () => undefined;

/**
 * The test browser shows no notifications and its window always has the focus, so the page gets test doubles of both.
 */
const scene = setScene(async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.shownNotices = [];
    globalThis.looksAway = false;
    class NotificationDouble {
      static permission = "granted";
      static async requestPermission(): Promise<string> {
        return "granted";
      }
      onclick?: () => void;
      readonly title: string;
      readonly body: string;
      constructor(title: string, { body }: { body: string }) {
        this.title = title;
        this.body = body;
        globalThis.shownNotices.push(this);
      }
      close(): void {}
    }
    Object.assign(globalThis, { Notification: NotificationDouble });
    document.hasFocus = () => !globalThis.looksAway;
  });
  await page.routeWebSocket(/\/configmaps\?.*watch=/, (socket) => {
    socket.connectToServer();
    refuse = () => socket.send(REFUSAL);
  });
});

const shown = () => scene.page.evaluate(() => globalThis.shownNotices.map(({ title, body }) => ({ title, body })));
const lookAway = (isAway: boolean) =>
  scene.page.evaluate((value) => {
    globalThis.looksAway = value;
  }, isAway);
/** Opens a live list, and makes the server refuse it from now on. */
async function failList(): Promise<void> {
  const { page, byId, load } = scene;
  await load("core/v1/configmaps?ns=default");
  await expect.poll(() => byId("list-state").textContent()).toMatch(/Live/);
  await page.route(/\/clusters\/.*\/configmaps\?/, (route) =>
    route.fulfill({ status: 403, json: { kind: "Status", code: 403, reason: "Forbidden", message: "no" } }),
  );
}
const heal = () => scene.page.unroute(/\/clusters\/.*\/configmaps\?/);

test("a notification reports a failing list while the user is elsewhere and links to it", async () => {
  const { page, byId, go } = scene;
  await failList();
  await lookAway(true);
  refuse();
  await expect.poll(shown).toEqual([{ title: `ConfigMaps, ${scene.name}`, body: "The server refuses the list now." }]);
  const asked = page.waitForRequest(/\/host\/show$/);
  await page.evaluate(() => globalThis.shownNotices[0]?.onclick?.());
  await asked;
  expect(page.url()).toMatch(/\/core\/v1\/configmaps\?ns=default$/);
  await byId("list-state").getByText("Forbidden").waitFor();
  await heal();
  await go("/");
});

test("no notification is shown while the window is visible or the setting is off", async () => {
  const { page, byId } = scene;
  await failList();
  refuse();
  await byId("list-state").getByText("Forbidden").waitFor();
  expect(await shown()).toEqual([]);
  await heal();
  await page.evaluate(() => localStorage.setItem("orrery.settings", JSON.stringify({ notifyFailedWatches: false })));
  await failList();
  await lookAway(true);
  refuse();
  await byId("list-state").getByText("Forbidden").waitFor();
  expect(await shown()).toEqual([]);
  await heal();
});

test("the page asks for notification permission only on request in the settings", async () => {
  const { page, byId, load } = scene;
  await page.addInitScript(() => Object.assign(Notification, { permission: "default" }));
  await load("/settings#notifications");
  await byId("notice-permission").getByText("has not granted notifications yet").waitFor();
  await byId("notice-ask").click();
  await byId("notice-permission").getByText("The system shows notifications").waitFor();
});
