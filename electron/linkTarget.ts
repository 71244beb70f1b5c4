import { parseOrreryLink } from "../shared/consoleLink.ts";

/**
 * The console's path that a link leads to; undefined for what is no link into the console. One into a cluster that is not known
 * leads to the start page, which says so.
 */
export function linkTarget(link: string, isKnown: (cluster: string) => boolean): string | undefined {
  const target = parseOrreryLink(link);
  if (target?.cluster === undefined || isKnown(target.cluster)) return target?.path;
  return `/?unknown=${encodeURIComponent(target.cluster)}`;
}
