import type { ApiObject } from "../../../shared/object.ts";
import { type ReadDocument, readDocuments } from "../manifests/documents.ts";
import { objectIn, type TextVerdict, verdictOn } from "./textVerdict.ts";

/** What the editor asks about a text, and the answers: whether it can be sent, its object, or its documents. */
export interface TextAnswers {
  readonly verdict: TextVerdict;
  readonly object: ApiObject | undefined;
  readonly documents: readonly ReadDocument[];
}

export interface TextQuestion {
  readonly text: string;
  readonly about: keyof TextAnswers;
}

/** Characters from which on a worker answers: parsing a megabyte takes most of a second. */
export const LONG_TEXT = 50_000;

const ANSWERS: { readonly [A in keyof TextAnswers]: (text: string) => TextAnswers[A] } = {
  verdict: verdictOn,
  object: objectIn,
  documents: readDocuments,
};

/** Parses the text, and answers. */
export const answerTo = ({ text, about }: TextQuestion): TextAnswers[keyof TextAnswers] => ANSWERS[about](text);
