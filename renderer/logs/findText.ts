import type { AnsiSpan } from "./ansi.ts";
import type { LogLine } from "./logLine.ts";

/** A case-insensitive search for a text. Its `lastIndex` stays 0, where marking hits starts. */
export type TextSearch = Readonly<RegExp>;

/** @returns undefined for an empty text */
export const searchFor = (text: string): TextSearch | undefined =>
  text === "" ? undefined : new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");

/** Whether a line contains the text. Uses `search`, which, unlike `test`, does not change the expression's state. */
const isIn = (search: TextSearch, line: Pick<LogLine, "plain">): boolean => line.plain.search(search) >= 0;

/** Indices of the lines that contain the text. */
export function linesWith(search: TextSearch | undefined, lines: readonly LogLine[]): number[] {
  const found: number[] = [];
  if (search === undefined) return found;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    if (line !== undefined && isIn(search, line)) found.push(i);
  }
  return found;
}

/** The index in `found` of the next hit after a line; wraps around. @param step 1 forward, -1 backward */
export function nextHit(found: readonly number[], from: number, step: 1 | -1): number {
  if (found.length === 0) return -1;
  const at = step === 1 ? found.findIndex((line) => line > from) : found.findLastIndex((line) => line < from);
  return at >= 0 ? at : step === 1 ? 0 : found.length - 1;
}

/** A part of a line with a uniform look. */
export interface Piece extends AnsiSpan {
  readonly isHit: boolean;
}

/** Splits spans at the beginnings and ends of hits. */
export function markHits(spans: readonly AnsiSpan[], search: TextSearch | undefined): Piece[] {
  if (search === undefined) return spans.map((span) => ({ ...span, isHit: false }));
  const whole = spans.map(({ text }) => text).join("");
  const hits = [...whole.matchAll(search)].map((hit) => [hit.index, hit.index + hit[0].length] as const);
  const pieces: Piece[] = [];
  let begin = 0;
  let next = 0;
  for (const span of spans) {
    const end = begin + span.text.length;
    for (let at = begin; at < end; ) {
      while ((hits[next]?.[1] ?? Number.POSITIVE_INFINITY) <= at) next += 1;
      const [from, to] = hits[next] ?? [end, end];
      const isHit = from <= at;
      const until = Math.min(end, isHit ? to : from);
      pieces.push({ ...span, text: span.text.slice(at - begin, until - begin), isHit });
      at = until;
    }
    begin = end;
  }
  return pieces;
}
