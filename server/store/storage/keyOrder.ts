/**
 * The order of keys: the order of their UTF-8 bytes, which is also the order of their code points. JavaScript's own string
 * comparison orders UTF-16 code units and differs where astral characters (surrogate pairs, D800–DFFF) meet E000–FFFF.
 */

const lastCodePoint = 0x10ffff;

/** Negative, zero or positive as `a` sorts before, with or after `b` in byte order. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Ranks surrogates above all other code units, because the characters they encode are above all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/**
 * The smallest key that is greater than every key with this prefix, or undefined when there is none (an empty prefix).
 *
 * @example prefixEnd("/pods/") === "/pods0"
 */
export function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === lastCodePoint) continue;
    // Lone surrogates have no UTF-8 form, so the successor of U+D7FF is U+E000.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
}
