import type { MapGroup } from "./grouping.ts";

/** Things that a group may have before it is folded by itself. */
const LARGE_GROUP = 40;
/** Things on the whole map before all groups are folded; unfolded again only when it is a good deal smaller. */
const LARGE_MAP = 240;
const SMALL_MAP = 160;

/** Whether the map is one of groups rather than of things. @param before what it was until now */
export const isLarge = (count: number, before: boolean): boolean => count > (before ? SMALL_MAP : LARGE_MAP);

/**
 * Keys of the groups that are folded.
 *
 * @param toggled keys of the groups that are the other way round by the user's wish
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
