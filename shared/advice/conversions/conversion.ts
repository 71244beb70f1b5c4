import type { Vocabulary } from "../../vocabulary.ts";
import type { AdviceText } from "../adviceText.ts";
import type { Members } from "./members.ts";

/** What a conversion may know, and whom it tells what people have to look at. */
export interface ConversionContext {
  readonly vocabulary: Vocabulary;
  /** The apiVersion and kind that the object had: `extensions/v1beta1 Deployment`, with the group as a template. */
  readonly from: string;
  /** The version that it gets: `v1`. */
  readonly to: string;
  /** Something changed that only people can judge, or was left out. */
  note(text: AdviceText): void;
  /** The successor has no way to say it: the object cannot be used as it is then. */
  fail(text: AdviceText): void;
}

/**
 * Rewrites an object for its successor. What was a default and differs is written out, so that the object keeps its meaning.
 *
 * @param object a private copy of the manifest, of any shape; what is not as it should be stays as it is
 */
export type Conversion = (object: Members, context: ConversionContext) => void;
