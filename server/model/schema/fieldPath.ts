/** Keys and indexes from the root of a document to one of its members. */
export type FieldPath = readonly (string | number)[];

/**
 * Longer places are cut short in messages, in characters: a hundred messages may name the same long key, and the keys of a
 * document are as long as its author likes.
 */
const LONGEST = 4096;

/** The place as messages of the strict decoder write it: `spec.containers[0].name`. */
export function pathText(path: FieldPath): string {
  let text = "";
  for (const step of path) {
    text += typeof step === "number" ? `[${step}]` : text === "" ? step : `.${step}`;
    if (text.length > LONGEST) return `${text.slice(0, LONGEST)}...`;
  }
  return text;
}
