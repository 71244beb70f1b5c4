import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The only rules whose result depends on the theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The part of axe-core's result that is used here. */
interface AxeResults {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}

/** Which rules run: all, those whose result depends on the theme, the others, or none. */
export type AxeRules = "all" | "colours" | "structure" | "none";

/** axe-core's options for a choice of rules. */
const OPTIONS: Readonly<Record<Exclude<AxeRules, "none">, object>> = {
  all: {},
  colours: { runOnly: COLOUR_RULES },
  structure: { rules: Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])) },
};

/**
 * The violations of the current page that axe-core calls serious or critical, one line per rule. Injects axe-core once
 * per document.
 */
export async function findBarriers(page: Pick<Page, "evaluate">, rules: AxeRules = "all"): Promise<string[]> {
  if (rules === "none") return [];
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    // Frames are separate documents: the caller checks each one.
    return axe.run({ resultTypes: ["violations"], iframes: false, ...options });
  }, OPTIONS[rules]);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
