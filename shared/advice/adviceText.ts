import type { Vocabulary } from "../vocabulary.ts";

/** A sentence of advice in every language. Parts in `backticks` are code; placeholders are those of the vocabulary. */
export interface AdviceText {
  readonly en: string;
  readonly de: string;
}

/** The sentence rendered in one server's vocabulary. */
export const renderAdvice = ({ en, de }: AdviceText, vocabulary: Vocabulary): AdviceText => ({
  en: vocabulary.render(en),
  de: vocabulary.render(de),
});
