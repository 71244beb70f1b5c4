/**
 * Compiled patterns. Matching takes time linear in the text, but also in the pattern. Long work is counted as effort
 * before it is done.
 */

import { RE2JS } from "re2js";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { patternSize } from "../../formats/patternSize.ts";
import { CelError } from "../diagnostics.ts";

/**
 * Maximum number of memoized patterns, and the maximum total of their instructions and characters: a pattern in an
 * object may have any length.
 */
const KEPT = { entries: 200, weight: 100_000 };
/**
 * Work units for compiling one instruction, and the number of instructions that count as one unit when tried at a
 * character.
 */
const COMPILE_UNITS = 16;
const INSTRUCTIONS_PER_UNIT = 10;
type Matcher = ReturnType<RE2JS["matcher"]>;
const compiled = new BoundedMap<string, RE2JS>(KEPT);

type Effort = (steps: number) => void;

/** Recently used patterns are memoized. @throws CelError `error parsing regexp: …` */
export function compilePattern(pattern: string, effort: Effort = () => undefined): RE2JS {
  let found = compiled.get(pattern);
  if (found === undefined) {
    const size = patternSize(pattern);
    effort(size * COMPILE_UNITS);
    try {
      found = RE2JS.compile(pattern);
    } catch (error) {
      throw new CelError(messageOf(error));
    }
    compiled.set(pattern, found, size + pattern.length);
  }
  return found;
}

/** A matcher for the text. */
export function matcherOf(text: string, pattern: string, effort: Effort): Matcher {
  const expression = compilePattern(pattern, effort);
  effort((expression.programSize() * text.length) / INSTRUCTIONS_PER_UNIT);
  return expression.matcher(text);
}

export const matches = (text: string, pattern: string, effort: Effort): boolean =>
  matcherOf(text, pattern, effort).find();
