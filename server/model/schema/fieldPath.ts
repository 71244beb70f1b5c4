/** Keys and indexes from the root of a document to one of its members. */
export type FieldPath = readonly (string | number)[];

/**
 * Maximum length of a path in messages, in characters: a hundred messages may name the same key, and keys can be
 * arbitrarily long.
 */
const LONGEST = 4096;

/** The path in the form of the strict decoder's messages: `spec.containers[0].name`. */
export function pathText(path: FieldPath): string {
  let text = "";
  for (const step of path) {
    text += typeof step === "number" ? `[${step}]` : text === "" ? step : `.${step}`;
    if (text.length > LONGEST) return `${text.slice(0, LONGEST)}...`;
  }
  return text;
}
