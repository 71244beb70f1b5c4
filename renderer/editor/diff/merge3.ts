/** A three-way merge of other clients' changes into the user's text, field by field, against their common base. */
import { deepEqual } from "../../../shared/collections/deepEqual.ts";
import { parseText } from "../editingText.ts";
import type { FieldPath } from "../text/fieldPath.ts";

/** A field that others changed. `value` undefined removes it. */
interface MergeChange {
  path: FieldPath;
  value: unknown;
}

/** A field that both changed, differently. */
export interface MergeConflict {
  path: FieldPath;
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

interface Merge {
  /** Changes of others that can be merged without a decision. */
  changes: MergeChange[];
  conflicts: MergeConflict[];
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const nameOf = (item: unknown): unknown => (isMap(item) ? (item["name"] ?? item["key"] ?? "") : item);

/**
 * Whether lists can be compared item by item, which requires that all three have the same items in the same places.
 * Otherwise a list counts as one value.
 */
const aligned = (...lists: unknown[][]): boolean =>
  lists.every(
    (list) =>
      list.length === lists[0]?.length &&
      list.every((item, i) => isMap(item) && deepEqual(nameOf(item), nameOf(lists[0]?.[i]))),
  );

function walk(base: unknown, theirs: unknown, mine: unknown, path: FieldPath, merge: Merge): void {
  if (deepEqual(base, theirs) || deepEqual(theirs, mine)) return;
  if (deepEqual(base, mine)) merge.changes.push({ path, value: theirs });
  else if (isMap(theirs) && isMap(mine) && (isMap(base) || base === undefined)) {
    const before = isMap(base) ? base : {};
    for (const key of new Set([...Object.keys(before), ...Object.keys(theirs)])) {
      walk(before[key], theirs[key], mine[key], [...path, key], merge);
    }
  } else if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(mine) && aligned(base, theirs, mine)) {
    for (const [i, item] of theirs.entries()) walk(base[i], item, mine[i], [...path, i], merge);
  } else merge.conflicts.push({ path, base, theirs, mine });
}

/** The changes of others that can be merged, and the conflicts. */
export function merge3(base: unknown, theirs: unknown, mine: unknown): Merge {
  const merge: Merge = { changes: [], conflicts: [] };
  walk(base, theirs, mine, [], merge);
  return merge;
}

/** Like {@link merge3} for three texts; undefined if one of them cannot be parsed. */
export function mergeTexts(base: string, theirs: string, mine: string): Merge | undefined {
  const [b, t, m] = [base, theirs, mine].map(parseText);
  if (!b?.ok || !t?.ok || !m?.ok) return undefined;
  return merge3(b.object, t.object, m.object);
}

/**
 * Writes changes into the user's text, keeping its comments and order. @param takeTheirs conflicts decided in favour of
 * the others
 */
export function mergedText(
  mine: string,
  changes: readonly MergeChange[],
  takeTheirs: readonly MergeConflict[],
): string {
  const parsed = parseText(mine);
  if (!parsed.ok) return mine;
  const all = [...changes, ...takeTheirs.map(({ path, theirs }) => ({ path, value: theirs }))];
  if (all.length === 0) return mine;
  for (const { path, value } of all) {
    if (value === undefined) parsed.document.deleteIn(path);
    else parsed.document.setIn(path, parsed.document.createNode(value));
  }
  return parsed.document.toString({ lineWidth: 0 });
}

/**
 * The user's text with everything that others changed; undefined if both changed the same field, or a text cannot be
 * parsed.
 */
export function mergedOver(base: string, theirs: string, mine: string): string | undefined {
  const merge = mergeTexts(base, theirs, mine);
  if (merge === undefined || merge.conflicts.length > 0) return undefined;
  return mergedText(mine, merge.changes, []);
}
