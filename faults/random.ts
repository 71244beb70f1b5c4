/** A pseudo-random generator that gives the same numbers for the same seed. */
export interface Random {
  /** A random integer from 0 up to, but not including, `below`. */
  whole(below: number): number;
  /** A random number from `least` up to `most`. */
  between(least: number, most: number): number;
  /** A random item. @throws Error when the list is empty */
  of<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
  /** An independent generator, seeded from this one. */
  fork(): Random;
}

/** The generator is a 32-bit xorshift: short, and good enough for choices. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    whole,
    between: (least, most) => least + next() * (most - least),
    of(list) {
      if (list.length === 0) throw new Error("there is nothing to choose from");
      return list[whole(list.length)] as (typeof list)[number];
    },
    chance: (probability) => next() < probability,
    fork: () => createRandom(whole(2 ** 31)),
  };
}
