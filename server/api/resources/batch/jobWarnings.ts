import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { JobFields } from "./jobSpec.ts";

const MANY_COMPLETIONS = 100_000;
const MANY_AT_ONCE = 10_000;

/** Warns about jobs with so many indexes that they cannot be tracked when many of them fail. @param path of the spec */
export function indexWarnings(spec: JobFields | undefined, path: string, words: Vocabulary): string[] {
  const many = (spec?.completions ?? 0) > MANY_COMPLETIONS && (spec?.parallelism ?? 0) > MANY_AT_ONCE;
  if (spec?.completionMode !== "Indexed" || !many) return [];
  const text =
    "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, {Product} might not be able to track completedIndexes when a big number of indexes fail";
  return [`${path}: ${words.render(text)}`];
}
