import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const scene = setScene();

describe("Start page", () => {
  test("loads with few requests, since its code is bundled", async () => {
    const { page, byId, load, cluster } = scene;
    const scripts: string[] = [];
    const note = (request: Request): void => {
      if (request.resourceType() === "script") scripts.push(request.url());
    };
    page.on("request", note);
    await load("/");
    await byId(`cluster-${cluster}`).waitFor();
    page.off("request", note);
    expect(scripts.length).toBeGreaterThan(0);
    // The view itself and the texts of a language are loaded as separate scripts.
    expect(scripts.length, scripts.join("\n")).toBeLessThan(15);
  });

  test("has buttons for a sandbox, lessons and keyboard shortcuts", async () => {
    const { page, byId, cluster, name } = scene;
    const card = byId(`cluster-${cluster}`);
    await inspect(page, "home");
    await card.getByRole("link", { name: `Learn in ${name}` }).click();
    await page.waitForURL(new RegExp(`/c/${cluster}/learn`));
    await page.goBack();
    await card.getByRole("link", { name: `Open ${name}`, exact: true }).click();
    await page.waitForURL(new RegExp(`/c/${cluster}$`));
    await page.goBack();
    await byId("home-help").click();
    await byId("shortcuts").waitFor();
    await page.keyboard.press("Escape");
    await byId("home-learn").click();
    await page.waitForURL(/\/learn/);
  });
});

describe("Browser features replaced by the console", () => {
  test("the full value of a shortened text is shown in the console's own tooltip", async () => {
    const { page, byId, create, go } = scene;
    await create("/api/v1/namespaces/default/configmaps", { metadata: { name: "tipped" } });
    await go("core/v1/configmaps/default/tipped");
    await byId("standing").locator("time").first().hover();
    await expect.poll(() => page.getByRole("tooltip").textContent()).toMatch(/\d{4}/);
    await page.keyboard.press("Escape");
    await page.getByRole("tooltip").waitFor({ state: "detached" });
  });

  test("a form reports a missing field and focuses it", async () => {
    const { page, byId, go } = scene;
    await go("access");
    const form = byId("can-i-form");
    const resource = form.locator("input:required").first();
    await resource.fill("");
    await resource.press("Escape");
    await byId("can-i-ask").click();
    await expect.poll(() => byId("form-trouble").textContent()).toMatch(/^Check the field “.+”\.$/);
    expect(await page.evaluate(() => document.activeElement?.matches(":invalid"))).toBe(true);
    await inspect(page, "form-trouble");
  });
});
