import { expect, test } from "vitest";
import { FRAME_MS } from "../../scripts/lib/pictures/filmFrames.mjs";
import { STOREFRONT } from "../console/time/storefront.ts";
import { setScene } from "../consoleScene.ts";
import { takeFrame } from "../inspect.ts";

const scene = setScene();
/** Milliseconds of one step of the player. */
const STEP = 900;
/** Steps that the film shows. */
const STEPS = 9;

test("plays the effects of a new deployment step by step", {
  timeout: 240_000,
}, async () => {
  const { page, byId, api, load } = scene;
  expect((await api("POST", "/apis/apps/v1/namespaces/default/deployments", STOREFRONT)).status).toBe(201);
  const isReady = async (): Promise<boolean> => {
    const { body } = await api("GET", "/apis/apps/v1/namespaces/default/deployments/storefront");
    return (body as { status?: { availableReplicas?: number } }).status?.availableReplicas === 2;
  };
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await load("orrery");
  const entries = byId("orrery-actions").getByRole("listitem");
  const mine = entries.filter({ has: page.locator(".actionActor", { hasText: /^kubectl$/ }) });
  const created = mine.filter({ hasText: "deployments/storefront" }).first();
  await created.waitFor();
  // From now on the test controls the page's time: a frame has the same duration, however long it takes to save it.
  await page.clock.pauseAt(Date.now() + 2_000);
  // Follows the change from its beginning: everything else is faded.
  await created.getByTestId("orrery-action").click();
  const position = async (): Promise<number> => Number(await byId("orrery-position").inputValue());
  const before = await position();
  await byId("orrery-play").click();
  for (let frame = 0; frame * FRAME_MS < STEPS * STEP; frame++) {
    await page.clock.runFor(FRAME_MS);
    await takeFrame(byId("orrery"), "orrery", frame);
  }
  // Each step shows one action; when many are waiting, a few together.
  const shown = (await position()) - before;
  expect(shown).toBeGreaterThanOrEqual(STEPS - 1);
  expect(shown).toBeLessThanOrEqual(4 * STEPS);
  await byId("orrery-play").click();
  await page.clock.runFor(3 * STEP);
  expect(await position()).toBe(before + shown);
});
