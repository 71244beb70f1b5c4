/** The values of a contested field as texts; of long ones, the part in which they differ. */
import { minOf } from "../../../shared/collections/extremes.ts";
import { yamlText } from "../../../shared/yaml/writeYaml.ts";
import { changedPart } from "../text/changedPart.ts";
import type { FieldConflict } from "./conflicts.ts";

/** A part of a value's text. */
export interface ValuePart {
  readonly text: string;
  /** Numbers of lines left out before and after the part. */
  readonly before: number;
  readonly after: number;
}

/** Both values of a contested field; undefined where there is none. */
export interface ContestedTexts {
  readonly theirs: ValuePart | undefined;
  readonly mine: ValuePart | undefined;
}

/** Maximum number of characters of a part. */
const MOST = 4_000;
/** Usual number of equal lines on either side of a difference, and the maximum number of their characters. */
const CONTEXT = 2;
const CONTEXT_LENGTH = 400;

/** The texts of the values of each conflict. @param context number of equal lines beside the difference of long values */
export const contestedTexts = (
  conflicts: readonly Pick<FieldConflict, "theirs" | "mine">[],
  context = CONTEXT,
): ContestedTexts[] =>
  conflicts.map(({ theirs, mine }) => {
    const [one, other] = [textOf(theirs), textOf(mine)];
    if (one === undefined || other === undefined || one === other) {
      return { theirs: wholeOf(one), mine: wholeOf(other) };
    }
    const { from, to, text } = changedPart(one, other);
    const start = nearDifference(one, other, from);
    return withoutIndent(partOf(one, start, to, context), partOf(other, start, from + text.length, context));
  });

/** Both parts without the indentation that all of their lines share. */
function withoutIndent(theirs: ValuePart, mine: ValuePart): ContestedTexts {
  const lines = [theirs, mine].flatMap(({ text }) => text.split("\n")).filter((line) => line.trim() !== "");
  if (lines.length === 0) return { theirs, mine };
  const depth = minOf(lines.map((line) => line.search(/[^ ]/)));
  const indent = new RegExp(`^ {0,${depth}}`, "gm");
  const without = (part: ValuePart): ValuePart => ({ ...part, text: part.text.replace(indent, "") });
  return { theirs: without(theirs), mine: without(mine) };
}

/** The beginning of the first line that differs; a place shortly before the difference if that is far away. */
function nearDifference(one: string, other: string, from: number): number {
  let at = from;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at - from > CONTEXT_LENGTH ? at - CONTEXT_LENGTH / 2 : from;
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : yamlText(value).trimEnd());

/** As much of a text as is shown. */
const wholeOf = (text: string | undefined): ValuePart | undefined =>
  text === undefined ? undefined : partOf(text, 0, text.length);

/** The whole text if it is short, otherwise the lines from one position to another and some around them. */
function partOf(text: string, from: number, to: number, context = CONTEXT): ValuePart {
  if (text.length <= MOST) return { text, before: 0, after: 0 };
  const start = wholeFrom(text, lineStart(text, from, context));
  const end = wholeFrom(text, Math.min(lineEnd(text, to, context), start + MOST));
  const isCut = { before: start > 0 && text[start - 1] !== "\n", after: end < text.length && text[end] !== "\n" };
  return {
    text: `${isCut.before ? "…" : ""}${text.slice(start, end)}${isCut.after ? "…" : ""}`,
    before: linesIn(text, 0, start),
    after: linesIn(text, end, text.length),
  };
}

/** The beginning of a line before the position that leaves some lines between. */
function lineStart(text: string, at: number, context: number): number {
  let start = at;
  for (let lines = 0; lines < context && start > 0; lines += 1) {
    const previous = text.lastIndexOf("\n", start - 2) + 1;
    if (at - previous > CONTEXT_LENGTH) break;
    start = previous;
  }
  return start;
}

/** The end of a line after the position that leaves some lines between. */
function lineEnd(text: string, at: number, context: number): number {
  let end = at;
  for (let lines = 0; lines < context && end < text.length; lines += 1) {
    const next = text.indexOf("\n", end + 1);
    const found = next === -1 ? text.length : next;
    if (found - at > CONTEXT_LENGTH) break;
    end = found;
  }
  return end;
}

/** The position, or the one before if it is between the halves of a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Number of line ends in a part of the text. */
function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
