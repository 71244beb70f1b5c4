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
export function refuseDeepNesting(text: string): void {
  if (nestsTooDeeply(text)) throw badRequest("exceeded max depth");
}

/** Whether JSON text nests deeper than {@link MAX_NESTING}. */
export const nestsTooDeeply = immediately(nestsTooDeeplyInSteps);

/** The same for texts that may be longer than the body of a request. */
export function* nestsTooDeeplyInSteps(text: string): Steps<boolean> {
  if (text.length <= MAX_NESTING) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    if (i % STRETCH === 0 && isTurnOver()) yield;
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === 0x5c) i += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) {
      quoted = true;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_NESTING) return true;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}
