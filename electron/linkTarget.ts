import { parseOrreryLink } from "../shared/consoleLink.ts";

/**
 * The path of the console that a link opens; undefined for anything that is not a link into the console. A link into an
 * unknown cluster opens the start page, which reports the unknown name.
 */
export function linkTarget(link: string, isKnown: (cluster: string) => boolean): string | undefined {
  const target = parseOrreryLink(link);
  if (target?.cluster === undefined || isKnown(target.cluster)) return target?.path;
  return `/?unknown=${encodeURIComponent(target.cluster)}`;
}
