/** Cell texts that many kinds share. */
import type { StructuredSelector } from "../../../../shared/selectors/labelSelector.ts";

/** What a Table shows for an empty value. */
export const NONE = "<none>";
/** What a Table shows for an optional value that was not given. */
export const UNSET = "<unset>";
/** What a Table shows for a value that was never reported. */
export const UNKNOWN = "<unknown>";

/** `a=1,b=2`, the pairs sorted as texts; `<none>` when empty. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined | null): string {
  const pairs = Object.entries(labels ?? {}).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? NONE : pairs.sort().join(",");
}

/** A structured selector in the text form of queries, terms sorted by key; `<none>` when it selects everything. */
export function selectorText(selector: StructuredSelector | undefined | null): string {
  if (selector === undefined || selector === null) return NONE;
  const terms: [string, string][] = Object.entries(selector.matchLabels ?? {}).map(([name, value]) => [
    name,
    `${name}=${value}`,
  ]);
  for (const { key = "", operator, values } of selector.matchExpressions ?? []) {
    const set = `(${[...(values ?? [])].sort().join(",")})`;
    if (operator === "In") terms.push([key, `${key} in ${set}`]);
    else if (operator === "NotIn") terms.push([key, `${key} notin ${set}`]);
    else if (operator === "Exists") terms.push([key, key]);
    else if (operator === "DoesNotExist") terms.push([key, `!${key}`]);
  }
  terms.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return terms.length === 0 ? NONE : terms.map(([, text]) => text).join(",");
}

interface ContainerLike {
  readonly name?: string;
  readonly image?: string;
}

/** Names of containers, joined with commas. */
export const containerNames = (containers: readonly ContainerLike[] | undefined): string =>
  (containers ?? []).map(({ name }) => name ?? "").join(",");

/** Images of containers, joined with commas. */
export const containerImages = (containers: readonly ContainerLike[] | undefined): string =>
  (containers ?? []).map(({ image }) => image ?? "").join(",");

/**
 * Joins the first `max` entries and appends how many were left out: `a,b + 3 more...`.
 * @param none the text when there are no entries, or only an empty one
 */
export function listWithMore(items: readonly string[], max: number, none: string, separator = ","): string {
  if (items.length === 0) return none;
  const shown = items.slice(0, max).join(separator);
  return items.length > max ? `${shown} + ${items.length - max} more...` : shown || none;
}
