/** Letters and digits for generated names: no vowels, so that no words result. */
const LETTERS = "bcdfghjklmnpqrstvwxz2456789";

/**
 * A short hash of a value, in the reference's format: ten letters at most. Equal values have equal hashes, independent
 * of the order of their fields.
 * @param collisions how often the hash was already taken by another value
 */
export function hashName(value: unknown, collisions = 0): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${canonical(value)}${collisions === 0 ? "" : String(collisions)}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return [...String(hash >>> 0)].map((digit) => LETTERS[digit.charCodeAt(0) % LETTERS.length]).join("");
}

/** JSON with sorted fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? String(value) : JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}
