import { mergedOver, mergedText, mergeTexts } from "../diff/merge3.ts";
import { readDocuments } from "../manifests/documents.ts";
import { applyChoices } from "../saving/answers.ts";
import { contestedTexts } from "../saving/contestedTexts.ts";
import { marksOf } from "./marksOf.ts";
import { reachesLength } from "./reachesLength.ts";
import { objectIn, verdictOn } from "./textVerdict.ts";

/** What the editor asks about texts. Each answer parses whole texts, and can be sent by a worker. */
const ANSWERS = {
  /** Whether a text can be sent. */
  verdict: verdictOn,
  object: objectIn,
  documents: readDocuments,
  /** The changes of others and the conflicts with them. */
  merge: mergeTexts,
  /** The text with changes of others. */
  merged: mergedText,
  /** The text with all changes of others; undefined in case of conflicts. */
  mergedOver,
  /** The text with the user's choices about contested fields. */
  chosen: applyChoices,
  /** The values of contested fields as texts. */
  contested: contestedTexts,
  /** The lines of contested fields. */
  marks: marksOf,
} as const;

export type About = keyof typeof ANSWERS;
/** What a question is about, most of all texts. */
export type Given<A extends About> = Readonly<Parameters<(typeof ANSWERS)[A]>>;
export type Answer<A extends About> = ReturnType<(typeof ANSWERS)[A]>;

export interface TextQuestion<A extends About = About> {
  readonly about: A;
  readonly given: Given<A>;
}

/** Characters from which on a worker answers: parsing a megabyte takes most of a second. */
export const LONG_TEXT = 50_000;

/** Whether a worker has to answer. */
export const isLong = ({ given }: TextQuestion): boolean => given.some((each) => reachesLength(each, LONG_TEXT));

const answers: { readonly [A in About]: (...given: Given<A>) => Answer<A> } = ANSWERS;

/** Parses the texts, and answers. */
export const answerTo = <A extends About>({ about, given }: TextQuestion<A>): Answer<A> => answers[about](...given);
