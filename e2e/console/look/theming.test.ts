import { describe, expect, test } from "vitest";
import { findBarriers } from "../../axe.ts";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";

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

describe("Theme", () => {
  test("follows the system's theme by default", async () => {
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
  ] as const)("%s overrides the system's theme %s, also after a reload", async (chosen, system) => {
    const { page, byId } = scene;
    const isShown = () =>
      chosen === "dark" ? expect.poll(lightness).toBeLessThan(60) : expect.poll(lightness).toBeGreaterThan(200);
    await page.emulateMedia({ colorScheme: system });
    await choose(chosen);
    await isShown();
    await page.reload();
    await byId("resource-table").waitFor();
    await isShown();
    expect(await findBarriers(page, "colours")).toEqual([]);
  });

  test("follows the system's theme again when chosen", async () => {
    await choose("system");
    await scene.page.emulateMedia({ colorScheme: "light" });
    await expect.poll(lightness).toBeGreaterThan(200);
    await scene.page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(lightness).toBeLessThan(60);
  });
});

describe("Forced colours", () => {
  /** A computed property of the first element that matches. */
  const styleOf = (selector: string, property: string): Promise<string> =>
    scene.page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const isFramed = async (selector: string): Promise<boolean> =>
    (await styleOf(selector, "outline-style")) === "solid" && (await styleOf(selector, "outline-width")) === "2px";

  test("keep selection and focus visible", async () => {
    const { page, byId, load } = scene;
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    await load("core/v1/namespaces/_/default");
    await byId("tab-overview").waitFor();
    expect(await isFramed('[data-testid="tab-overview"]')).toBe(true);
    expect(await isFramed('[data-testid="tab-yaml"]')).toBe(false);
    expect(await isFramed(".sideLink.active")).toBe(true);
    expect(await isFramed(".sideLink:not(.active)")).toBe(false);
    await load("access/matrix");
    await byId("matrix").waitFor();
    expect(await isFramed(".linkTab.active")).toBe(true);
    await load("core/v1/namespaces");
    await scene.row("default").click();
    await byId("drawer").waitFor();
    expect(await isFramed('[data-testid="table-row"][aria-selected="true"]')).toBe(true);
    await byId("drawer-close").click();
    await page.keyboard.press("Tab");
    await byId("resource-table").focus();
    expect(await styleOf('[data-testid="resource-table"]', "outline-width")).toBe("3px");
  });

  longTest("keep the colours of status marks, meters and pictures", async () => {
    const { page, byId, load } = scene;
    await load("");
    await byId("actors").waitFor();
    const ground = await styleOf("main", "background-color");
    for (const mark of [".meterBar", ".dot"]) expect(await styleOf(mark, "background-color"), mark).not.toBe(ground);
    await load("/settings");
    expect(await styleOf(".switch", "background-color")).not.toBe(await styleOf("body", "background-color"));
    await load("orrery");
    await byId("orrery-actions").waitFor();
    // With forced colours, everything drawn would have one colour.
    const colours = () =>
      page.locator("canvas").evaluateAll((canvases) => {
        const found = new Set<string>();
        for (const canvas of canvases as HTMLCanvasElement[]) {
          const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          for (let i = 0; i < data.length; i += 4)
            if (data[i + 3] === 255) found.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
        }
        return found.size;
      });
    await expect.poll(colours).toBeGreaterThan(20);
    await page.emulateMedia({ forcedColors: "none" });
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
