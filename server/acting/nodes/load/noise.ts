/**
 * A pseudo-random number from 0 up to, but not including, 1. It is deterministic: the same text gives the same number.
 */
export function noise(text: string): number {
  // FNV-1a with a final mixing step, because the texts differ mostly at their ends.
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 2 ** 32;
}
