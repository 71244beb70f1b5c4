import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import type { Features } from "../../../registry/features.ts";

/** What pod rules need besides the pod; a write context provides it. */
export interface PodRules {
  /** Default: the default vocabulary. */
  readonly vocabulary?: Vocabulary;
  /** Which features are on. Default: each feature's default. */
  readonly features?: Features;
}

const fallback = createVocabulary();

/** The vocabulary of the rules. */
export const wordsOf = (rules: PodRules): Vocabulary => rules.vocabulary ?? fallback;
