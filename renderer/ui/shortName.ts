/** Maximum length of a name in a button: a dialog's button shows it with a verb, in some languages behind it. */
const MOST = 32;

/**
 * A name for a button. A long name is shortened in the middle, so that the verb next to it, its beginning and its end
 * stay visible.
 */
export function shortName(name: string): string {
  if (name.length <= MOST) return name;
  const kept = MOST - 1;
  const head = Math.ceil(kept / 2);
  return `${name.slice(0, head)}…${name.slice(name.length - (kept - head))}`;
}
