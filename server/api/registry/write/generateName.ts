import { randomInt } from "node:crypto";

/** No vowels and no look-alikes, so that a generated name neither spells a word nor is misread. */
const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;
const MAX_NAME_LENGTH = 63;

/** A random suffix of `length` characters, as in generated names and names of pod volumes. */
export function randomSuffix(length: number = SUFFIX_LENGTH): string {
  let suffix = "";
  for (let i = 0; i < length; i++) suffix += ALPHABET[randomInt(ALPHABET.length)];
  return suffix;
}

/** The base, cut so that the whole fits a DNS label, and five random characters. */
export function generateName(base: string): string {
  return base.slice(0, MAX_NAME_LENGTH - SUFFIX_LENGTH) + randomSuffix();
}
