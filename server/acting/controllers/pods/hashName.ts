/** Letters and digits that names are safe to end with: no vowels, so that no words come about. */
const LETTERS = "bcdfghjklmnpqrstvwxz2456789";

/**
 * A short name for a value, of the form that the reference gives: ten letters at most. Equal values have equal names,
 * whatever the order of their members.
 * @param collisions how often such a name was taken already by another value
 */
export function hashName(value: unknown, collisions = 0): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${canonical(value)}${collisions === 0 ? "" : String(collisions)}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return [...String(hash >>> 0)].map((digit) => LETTERS[digit.charCodeAt(0) % LETTERS.length]).join("");
}

/** JSON with its members in order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? String(value) : JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}
