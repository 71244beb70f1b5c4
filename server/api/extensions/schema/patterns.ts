/** Regular expressions of schemas: RE2's language and linear time, so that no schema can stall the server. */
import { RE2JS } from "re2js";
import { child, type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { JsonSchema } from "./jsonSchema.ts";

type Compiled = (text: string) => boolean;

const compiled = new Map<string, Compiled | undefined>();
/** Schemas come and go; the memory of their patterns must not grow for ever. */
const MAX_PATTERNS = 2000;

/** Field error of a schema whose pattern does not compile. */
export function validatePattern({ pattern = "" }: JsonSchema, path: string): FieldError[] {
  const problem = pattern === "" ? undefined : patternProblem(pattern);
  if (problem === undefined) return [];
  return [invalid(child(path, "pattern"), pattern, `must be a valid regular expression, but isn't: ${problem}`)];
}

/** Why a pattern is invalid, in the words of the reference's compiler; undefined when it is fine. */
function patternProblem(pattern: string): string | undefined {
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
