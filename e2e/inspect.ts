import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { root } from "./product.ts";

/**
 * Looks at the view as it stands, in light and in dark: no accessibility violation that axe calls serious or critical.
 * With ORRERY_PICTURES set, a screenshot of each goes to docs/pictures.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settleColours(page);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(
      grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`),
      `${name}, ${colorScheme}`,
    ).toEqual([]);
    if (process.env.ORRERY_PICTURES) {
      const folder = join(root, "docs/pictures");
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Waits for running transitions: axe measures contrast, which is wrong halfway between two themes. */
async function settleColours(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const running = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(running.map((one) => one.finished));
  });
}

/** A request to the sandbox's API through the console host, with the page's session. */
export async function callApi(
  page: Page,
  method: string,
  path: string,
  body?: object,
  contentType = "application/json",
): Promise<{ status: number; body: { metadata?: { uid?: string }; data?: Record<string, string>; message?: string } }> {
  return page.evaluate(
    async ([verb, target, text, type]) => {
      const answer = await fetch(`/clusters/sandbox${target}`, {
        method: verb,
        ...(text === undefined ? {} : { body: text, headers: { "content-type": type } }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body), contentType] as const,
  );
}
