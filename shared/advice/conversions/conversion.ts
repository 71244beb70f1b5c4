import type { Vocabulary } from "../../vocabulary.ts";
import type { AdviceText } from "../adviceText.ts";
import type { Members } from "./members.ts";

/** The input of a conversion, and the receiver of its notes for people. */
export interface ConversionContext {
  readonly vocabulary: Vocabulary;
  /** The apiVersion and kind that the object had: `extensions/v1beta1 Deployment`, with the group as a template. */
  readonly from: string;
  /** The version that it gets: `v1`. */
  readonly to: string;
  /** Notes a change that only people can judge, or that something was left out. */
  note(text: AdviceText): void;
  /** Notes that the successor cannot express something: the object cannot be used as it is then. */
  fail(text: AdviceText): void;
}

/**
 * Rewrites an object for its successor. Defaults that differ are written out, so that the object keeps its meaning.
 *
 * @param object a private copy of the manifest, of any shape; malformed parts stay as they are
 */
export type Conversion = (object: Members, context: ConversionContext) => void;
