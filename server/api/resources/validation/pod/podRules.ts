import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";

/** What pod rules need besides the pod. A write context will do. */
export interface PodRules {
  /** Default: the default vocabulary. */
  readonly vocabulary?: Vocabulary;
}

const fallback = createVocabulary();

/** The vocabulary of the rules. */
export const wordsOf = (rules: PodRules): Vocabulary => rules.vocabulary ?? fallback;
