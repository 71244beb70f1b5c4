/** Regular expressions of schemas: RE2's language and linear time, so that no schema can stall the server. */
import { RE2JS } from "re2js";

type Compiled = (text: string) => boolean;

const compiled = new Map<string, Compiled | undefined>();
/** Schemas come and go; the memory of their patterns must not grow for ever. */
const MAX_PATTERNS = 2000;

/** Why a pattern is none, in the words of the reference's compiler; undefined when it is fine. */
export function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether the pattern is found anywhere in the text. A pattern that does not compile matches nothing. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (!compiled.has(pattern)) {
    if (compiled.size >= MAX_PATTERNS) compiled.clear();
    compiled.set(pattern, compile(pattern));
  }
  return compiled.get(pattern)?.(text) ?? false;
}

function compile(pattern: string): Compiled | undefined {
  try {
    const expression = RE2JS.compile(pattern);
    return (text) => expression.matcher(text).find();
  } catch {
    return undefined;
  }
}
