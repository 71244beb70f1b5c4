import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const scene = setScene();
const size = () => scene.page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
const current = () => scene.page.locator(".lessonSteps [aria-current=step]").getAttribute("data-testid");

describe("Presenting a lesson", () => {
  test("shows it in large type and advances with one key", async () => {
    const { page, byId, go } = scene;
    await go("learn/objects");
    await byId("step").waitFor();
    const usual = await size();
    await byId("present").click();
    await byId("presenter-bar").waitFor();
    expect(await size()).toBeGreaterThan(usual * 1.2);
    await expect.poll(() => byId("presenter-next").getAttribute("data-deed")).toBe("play");
    await inspect(page, "presenter", ["light", "dark"]);
    const first = await current();
    await page.keyboard.press("PageDown");
    await page.locator('[data-testid=step][data-done="true"]').waitFor();
    await expect.poll(() => byId("presenter-next").getAttribute("data-deed")).toBe("go");
    await page.keyboard.press("PageDown");
    await expect.poll(current).not.toBe(first);
    await page.keyboard.press("PageUp");
    await expect.poll(current).toBe(first);
  });

  test("hides or shows the lesson text", async () => {
    const { page, byId } = scene;
    await byId("step").locator("> p").nth(1).waitFor();
    const paragraphs = () => byId("step").locator("> p").count();
    const all = await paragraphs();
    await page.keyboard.press("n");
    await expect.poll(paragraphs).toBeLessThan(all);
    await byId("presenter-narration").click();
    await expect.poll(paragraphs).toBe(all);
  });

  test("treats keys typed into a field as text", async () => {
    const { page, byId } = scene;
    const before = await byId("step").locator("> p").count();
    await byId("bench-path").fill("");
    await byId("bench-path").pressSequentially("n");
    expect(await byId("bench-path").inputValue()).toBe("n");
    expect(await byId("step").locator("> p").count()).toBe(before);
    await byId("presenter-stop").click();
    await byId("present").waitFor();
    await expect.poll(() => page.evaluate(() => "presenting" in document.documentElement.dataset)).toBe(false);
  });
});

describe("Presenting a scenario", () => {
  longTest("works from any page", async () => {
    const { page, byId, go } = scene;
    await go("learn/image-pull");
    await byId("present").click();
    // Other pages show a scenario once its initial state is in the cluster.
    await expect.poll(() => byId("presenter-next").getAttribute("data-deed")).toBe("play");
    await go("core/v1/pods?ns=scenario-image-pull");
    await byId("scenario-told").waitFor();
    await inspect(page, "presenter-strip", ["light"]);
    await page.locator("main h1").click();
    await page.keyboard.press("PageDown");
    await byId("scenario-strip").getByText("All steps are done.").waitFor();
  });
});
