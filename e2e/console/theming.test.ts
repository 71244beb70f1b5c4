import { describe, expect, test } from "vitest";
import { COLOUR_RULES, findBarriers } from "../axe.ts";
import { setScene } from "../consoleScene.ts";

const scene = setScene();

/** Brightness of the page's background, from 0 to 255. */
const lightness = () =>
  scene.page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    if (context === null) return Number.NaN;
    context.fillStyle = getComputedStyle(document.querySelector("main") ?? document.body).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });
const choose = async (theme: string): Promise<void> => {
  await scene.byId("appearance").click();
  await scene.byId(`theme-${theme}`).click();
};

describe("the theme", () => {
  test("is the system's, and follows it", async () => {
    const { page, byId, go } = scene;
    await page.emulateMedia({ colorScheme: "light" });
    await go("core/v1/namespaces");
    await byId("resource-table").waitFor();
    await expect.poll(lightness).toBeGreaterThan(200);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(lightness).toBeLessThan(60);
  });

  test.each([
    ["light", "dark"],
    ["dark", "light"],
  ] as const)("%s stays where the system's theme is %s, also after a reload", async (chosen, system) => {
    const { page, byId } = scene;
    const isShown = () =>
      chosen === "dark" ? expect.poll(lightness).toBeLessThan(60) : expect.poll(lightness).toBeGreaterThan(200);
    await page.emulateMedia({ colorScheme: system });
    await choose(chosen);
    await isShown();
    await page.reload();
    await byId("resource-table").waitFor();
    await isShown();
    expect(await findBarriers(page, COLOUR_RULES)).toEqual([]);
  });

  test("is the system's again when that is chosen", async () => {
    await choose("system");
    await scene.page.emulateMedia({ colorScheme: "light" });
    await expect.poll(lightness).toBeGreaterThan(200);
    await scene.page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(lightness).toBeLessThan(60);
  });
});

test("reduced motion disables animations", async () => {
  const { page, byId, load } = scene;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    for (const kind of ["transitionrun", "animationstart"] as const) {
      addEventListener(
        kind,
        ({ target }) => {
          for (const one of document.getAnimations()) {
            const { activeDuration = 0 } = one.effect?.getComputedTiming() ?? {};
            if (Number(activeDuration) > 1) moved.push(`${kind} ${(target as Element).className}`);
          }
        },
        { capture: true },
      );
    }
  });
  await load("core/v1/namespaces");
  await scene.row("default").click();
  await byId("drawer").waitFor();
  await byId("appearance").click();
  await byId("theme-light").hover();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+K");
  await byId("palette-input").waitFor();
  await page.keyboard.press("Escape");
  await byId("palette-input").waitFor({ state: "detached" });
  expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([]);
});
