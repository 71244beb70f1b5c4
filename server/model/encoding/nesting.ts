import { closingQuote } from "../../../shared/json/closingQuote.ts";
import { badRequest } from "../../../shared/status.ts";
import { immediately, isTurnOver, type Steps } from "../../../shared/steps.ts";

/**
 * Maximum nesting depth of objects and arrays, more than in any legitimate data. The limit protects the many recursive
 * algorithms here.
 */
export const MAX_NESTING = 500;
/** Characters between two looks at the clock. */
const STRETCH = 64 * 1024;

/**
 * Rejects JSON text that nests deeper than {@link MAX_NESTING}, in one pass and before it is parsed. Invalid JSON may
 * pass: the parser will reject it.
 * @throws ApiError 400
 */
export function* refuseDeepNestingInSteps(text: string): Steps<void> {
  if (yield* nestsTooDeeplyInSteps(text)) throw badRequest("exceeded max depth");
}

/** The same for short texts. */
export const refuseDeepNesting = immediately(refuseDeepNestingInSteps);

/** Whether JSON text nests deeper than {@link MAX_NESTING}. */
export function* nestsTooDeeplyInSteps(text: string): Steps<boolean> {
  if (text.length <= MAX_NESTING) return false;
  const place: Place = { at: 0, depth: 0 };
  while (place.at < text.length) {
    if (isTurnOver()) yield;
    if (nestsTooDeeplyBefore(text, place, place.at + STRETCH)) return true;
  }
  return false;
}

/** The same for short texts. */
export const nestsTooDeeply = immediately(nestsTooDeeplyInSteps);

interface Place {
  at: number;
  depth: number;
}

/** Moves the place to `end`, or behind the string that extends beyond it. @returns whether the text nests too deeply */
function nestsTooDeeplyBefore(text: string, place: Place, end: number): boolean {
  let { at, depth } = place;
  for (const until = Math.min(end, text.length); at < until && depth <= MAX_NESTING; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = closingQuote(text, at);
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  place.at = at;
  place.depth = depth;
  return depth > MAX_NESTING;
}
