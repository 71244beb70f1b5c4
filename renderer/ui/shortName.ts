/** Characters of a name within a button. */
const MOST = 40;

/** A name for a button: a long one without its middle, so that the verb beside it, its beginning and its end stay. */
export function shortName(name: string): string {
  if (name.length <= MOST) return name;
  const kept = MOST - 1;
  const head = Math.ceil(kept / 2);
  return `${name.slice(0, head)}…${name.slice(name.length - (kept - head))}`;
}
