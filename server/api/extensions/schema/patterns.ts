/**
 * Regular expressions of schemas: RE2 syntax, in time linear in the text and in the pattern. Large jobs run in a
 * worker, so that no schema can block the server.
 */

import { RE2JS } from "re2js";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import { child, type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { awaited, type Steps } from "../../../../shared/steps.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { patternSize } from "../../../ground/formats/patternSize.ts";
import { pool } from "../../../ground/offload/pool.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** A compiled pattern; without a program when it does not compile. */
interface Compiled {
  readonly expression: RE2JS | undefined;
}

/**
 * The most recently used patterns, because schemas are added and removed. The weight counts instructions and
 * characters.
 */
const compiled = new BoundedMap<string, Compiled>({ entries: 2000, weight: 200_000 });

/** Maximum length of a pattern, which bounds the memory for compiling it. */
const LONGEST = 64 * 1024;
const TOO_LARGE = "error parsing regexp: expression too large";
/**
 * Maximum number of instructions compiled, and of instruction steps matched, in the event loop; larger jobs run in a
 * worker.
 */
const COMPILED_AT_ONCE = 4000;
const MAX_INLINE_COST = 1_000_000;

/** Field error of a schema whose pattern does not compile. */
export function* validatePattern({ pattern = "" }: JsonSchema, path: string): Steps<FieldError[]> {
  const problem = pattern === "" ? undefined : yield* problemOf(pattern);
  if (problem === undefined) return [];
  return [invalid(child(path, "pattern"), pattern, `must be a valid regular expression, but isn't: ${problem}`)];
}

function* problemOf(pattern: string): Steps<string | undefined> {
  if (pattern.length > LONGEST) return TOO_LARGE;
  if (patternSize(pattern) <= COMPILED_AT_ONCE) return patternProblem(pattern);
  return (yield* elsewhere(pattern, undefined)) as string | undefined;
}

/** Runs {@link patternJob} in a worker. */
function* elsewhere(pattern: string, text: string | undefined): Steps<unknown> {
  const job = { task: "pattern", definition: { pattern }, subject: { text }, input: undefined, answers: [] };
  return ((yield* awaited(pool.run(job, { owner: "" }))) as { readonly value: unknown }).value;
}

/** The worker's job: finds the pattern in the text or, without a text, returns why it does not compile. */
export const patternJob = (pattern: string, text: string | undefined): unknown =>
  text === undefined ? patternProblem(pattern) : (compile(pattern)?.matcher(text).find() ?? false);

/** Why a pattern is invalid, in the words of the reference's compiler; undefined when it is valid. */
function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Whether the pattern is found anywhere in the text. A pattern that does not compile matches nothing. */
export function* matchesPattern(pattern: string, text: string): Steps<boolean> {
  if (pattern.length > LONGEST) return false;
  let found = compiled.get(pattern);
  if (found === undefined) {
    const size = patternSize(pattern);
    if (size > COMPILED_AT_ONCE) return (yield* elsewhere(pattern, text)) as boolean;
    found = { expression: compile(pattern) };
    compiled.set(pattern, found, size + pattern.length);
  }
  const { expression } = found;
  if (expression === undefined) return false;
  if (expression.programSize() * text.length > MAX_INLINE_COST) return (yield* elsewhere(pattern, text)) as boolean;
  return expression.matcher(text).find();
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
