/** A number from 0 on, below 1, that looks like chance and is the same for the same text. */
export function noise(text: string): number {
  // FNV-1a, then a last stir, because texts differ at their ends.
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 2 ** 32;
}
