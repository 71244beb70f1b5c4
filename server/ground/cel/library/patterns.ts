/** Compiled patterns: linear in the text, whatever the pattern. */
import { RE2JS } from "re2js";
import { CelError } from "../diagnostics.ts";

const CAPACITY = 200;
const compiled = new Map<string, RE2JS>();

/** Patterns that were used lately are kept. @throws CelError `error parsing regexp: …` */
export function compilePattern(pattern: string): RE2JS {
  let found = compiled.get(pattern);
  if (found === undefined) {
    try {
      found = RE2JS.compile(pattern);
    } catch (error) {
      throw new CelError(error instanceof Error ? error.message : String(error));
    }
    if (compiled.size >= CAPACITY) compiled.delete(compiled.keys().next().value ?? "");
    compiled.set(pattern, found);
  }
  return found;
}

export const matches = (text: string, pattern: string): boolean => compilePattern(pattern).matcher(text).find();
