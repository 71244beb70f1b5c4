import type { MapGroup } from "./grouping.ts";

/** Number of nodes above which a group is collapsed by default. */
const LARGE_GROUP = 40;
/**
 * Number of nodes of the map above which all groups are collapsed; they expand again only when the map is much smaller.
 */
const LARGE_MAP = 240;
const SMALL_MAP = 160;

/** Whether the map shows groups instead of nodes. @param before the previous result */
export const isLarge = (count: number, before: boolean): boolean => count > (before ? SMALL_MAP : LARGE_MAP);

/**
 * Keys of the collapsed groups.
 *
 * @param toggled keys of the groups that the user has toggled
 */
export function foldedGroups(
  groups: readonly MapGroup[],
  large: boolean,
  toggled: ReadonlySet<string>,
): ReadonlySet<string> {
  const folded = new Set<string>();
  for (const { key, nodes } of groups) {
    const byItself = nodes.length > LARGE_GROUP || (large && nodes.length > 1);
    if (byItself !== toggled.has(key)) folded.add(key);
  }
  return folded;
}
