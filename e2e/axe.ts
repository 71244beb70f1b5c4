import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules whose verdict changes with the theme alone. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** What axe-core makes of a page; the part that is used here. */
interface AxeResults {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}

/**
 * What axe-core calls serious or critical about the page as it stands, one line a rule. The script goes into a document once.
 *
 * @param rules ids of the rules that are asked; default all
 */
export async function findBarriers(page: Pick<Page, "evaluate">, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return axe.run({ resultTypes: ["violations"], ...(only === undefined ? {} : { runOnly: only }) });
  }, rules);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
