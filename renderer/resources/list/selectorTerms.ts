/** Selectors as lists of terms, which the user can add and remove one by one. */
import { FieldSelectorError, parseFieldSelector } from "../../../shared/selectors/fieldSelector.ts";
import { parseLabelSelector, SelectorError } from "../../../shared/selectors/labelSelector.ts";

export type SelectorKind = "label" | "field";

/** Splits at commas outside of brackets that do not follow a backslash. Omits empty terms. */
export function splitTerms(selector: string): string[] {
  const terms: string[] = [];
  let term = "";
  let depth = 0;
  for (let i = 0; i < selector.length; i += 1) {
    const char = selector[i] ?? "";
    if (char === "\\") {
      term += char + (selector[i + 1] ?? "");
      i += 1;
      continue;
    }
    if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    if (char === "," && depth <= 0) {
      terms.push(term);
      term = "";
    } else term += char;
  }
  terms.push(term);
  return terms.map((each) => each.trim()).filter((each) => each !== "");
}

/** Adds the terms in a text, without duplicates. */
export function addTerms(selector: string, text: string): string {
  return [...new Set([...splitTerms(selector), ...splitTerms(text)])].join(",");
}

export const removeTerm = (selector: string, term: string): string =>
  splitTerms(selector)
    .filter((each) => each !== term)
    .join(",");

/** The error of a selector, from the same parser as the server's; undefined if it is valid. */
export function selectorProblem(kind: SelectorKind, text: string): string | undefined {
  try {
    if (kind === "label") parseLabelSelector(text);
    else parseFieldSelector(text);
    return undefined;
  } catch (error) {
    if (error instanceof SelectorError || error instanceof FieldSelectorError) return error.message;
    throw error;
  }
}

/** `key=value` texts of the rows' labels, the most frequent first, as suggestions for selectors. */
export function labelSuggestions(rows: Iterable<{ labels: Record<string, string> }>, limit = 40): string[] {
  const counts = new Map<string, number>();
  let looked = 0;
  for (const row of rows) {
    looked += 1;
    if (looked > 2_000) break;
    for (const [key, value] of Object.entries(row.labels)) {
      const term = value === "" ? key : `${key}=${value}`;
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, limit)
    .map(([term]) => term);
}
