/** Compiled patterns: linear in the text, but also in the pattern. What takes long counts as effort before it is done. */

import { RE2JS } from "re2js";
import { messageOf } from "../../../../shared/messageOf.ts";
import { patternSize } from "../../formats/patternSize.ts";
import { CelError } from "../diagnostics.ts";

const CAPACITY = 200;
/** Units of work that compiling one instruction takes, and how many instructions one takes that are tried at a character. */
const COMPILE_UNITS = 16;
const INSTRUCTIONS_PER_UNIT = 10;
type Matcher = ReturnType<RE2JS["matcher"]>;
const compiled = new Map<string, RE2JS>();

type Effort = (steps: number) => void;

/** Patterns that were used lately are kept. @throws CelError `error parsing regexp: …` */
export function compilePattern(pattern: string, effort: Effort = () => undefined): RE2JS {
  let found = compiled.get(pattern);
  if (found === undefined) {
    effort(patternSize(pattern) * COMPILE_UNITS);
    try {
      found = RE2JS.compile(pattern);
    } catch (error) {
      throw new CelError(messageOf(error));
    }
    if (compiled.size >= CAPACITY) compiled.delete(compiled.keys().next().value ?? "");
    compiled.set(pattern, found);
  }
  return found;
}

/** The text, ready to be searched. */
export function matcherOf(text: string, pattern: string, effort: Effort): Matcher {
  const expression = compilePattern(pattern, effort);
  effort((expression.programSize() * text.length) / INSTRUCTIONS_PER_UNIT);
  return expression.matcher(text);
}

export const matches = (text: string, pattern: string, effort: Effort): boolean =>
  matcherOf(text, pattern, effort).find();
