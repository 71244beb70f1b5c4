import type { Vocabulary } from "../../vocabulary.ts";
import type { AdviceText } from "../adviceText.ts";
import type { Members } from "./members.ts";

/** The input of a conversion, and the callbacks that collect its notes. */
export interface ConversionContext {
  readonly vocabulary: Vocabulary;
  /** The object's original apiVersion and kind: `extensions/v1beta1 Deployment`, with the group as a template. */
  readonly from: string;
  /** The target version: `v1`. */
  readonly to: string;
  /** Notes a change that only a person can judge, or that a field was left out. */
  note(text: AdviceText): void;
  /** Notes that the successor cannot express something, so that the converted object cannot be used as it is. */
  fail(text: AdviceText): void;
}

/**
 * Rewrites an object for its successor version. Defaults that differ between the versions are written out, so that the
 * object keeps its meaning.
 *
 * @param object a private copy of the manifest, of any shape; malformed parts are left unchanged
 */
export type Conversion = (object: Members, context: ConversionContext) => void;
