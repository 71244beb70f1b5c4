/**
 * Checks what a learner did, and fills in values of earlier responses. Pure: the caller passes in the function that
 * sends requests.
 */
import { deepEqual } from "../collections/deepEqual.ts";
import { percentDecoded } from "../text/percentDecoded.ts";
import type { Check, Expectation, LessonRequest, SeenCheck, StateCheck } from "./lesson.ts";

/** A response with any status. */
export interface LessonAnswer {
  readonly status: number;
  readonly text: string;
}

export type Ask = (request: LessonRequest) => Promise<LessonAnswer>;

/** A request that the learner sent, with its response. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly as?: string | undefined;
  readonly status: number;
  /** The response body; undefined when it was not kept, in which case it proves nothing. */
  readonly text?: string | undefined;
}

/** Values kept from responses, by name. */
export type Kept = Readonly<Record<string, string>>;

export interface CheckOutcome {
  readonly check: Check;
  readonly ok: boolean;
  /** What was found instead, in the server's words; empty when the check passed, or when there is nothing to report. */
  readonly found: string;
}

/** The parsed JSON, or undefined. */
export function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a JSON pointer, or undefined. */
export function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

/** The values at a pointer; `*` matches each element of a list. Null values are left out. */
export function valuesAt(body: unknown, pointer: string): unknown[] {
  const star = pointer.indexOf("/*");
  if (star < 0 || (pointer[star + 2] ?? "/") !== "/") {
    const value = valueAt(body, pointer);
    return value === undefined || value === null ? [] : [value];
  }
  const list = valueAt(body, pointer.slice(0, star));
  return Array.isArray(list) ? list.flatMap((item) => valuesAt(item, pointer.slice(star + 2))) : [];
}

function isMet(body: unknown, { at, equals, atLeast, atMost, matches, count, exists = true }: Expectation): boolean {
  const values = valuesAt(body, at);
  if (count !== undefined && values.length !== count) return false;
  if (!exists || count === 0) return values.length === 0;
  return (
    values.length > 0 &&
    values.every(
      (value) =>
        (equals === undefined || deepEqual(value, equals)) &&
        (atLeast === undefined || Number(value) >= atLeast) &&
        (atMost === undefined || Number(value) <= atMost) &&
        (matches === undefined || (typeof value === "string" && new RegExp(matches).test(value))),
    )
  );
}

async function checkState(check: StateCheck, ask: Ask): Promise<string> {
  const answer = await ask(check.ask);
  if (answer.status !== check.status)
    return `${check.ask.method} ${check.ask.path}: ${answer.status} ≠ ${check.status}`;
  const body = bodyOf(answer.text);
  const unmet = check.expect?.find((expectation) => !isMet(body, expectation));
  if (unmet === undefined) return "";
  const values = valuesAt(body, unmet.at);
  return `${unmet.at}: ${values.length === 0 ? "–" : values.map((value) => JSON.stringify(value)).join(", ")}`;
}

const decoded = (path: string): string => percentDecoded(path) ?? path;

/** Whether a request satisfies a check. */
export function isSeen({ seen }: SeenCheck, request: SeenRequest): boolean {
  return (
    request.method === seen.method &&
    seen.status.includes(request.status) &&
    (seen.as === undefined || seen.as === request.as) &&
    new RegExp(seen.path).test(decoded(request.path)) &&
    (seen.answer === undefined || (request.text !== undefined && new RegExp(seen.answer).test(request.text))) &&
    (seen.lacks === undefined || (request.text !== undefined && !new RegExp(seen.lacks).test(request.text)))
  );
}

/**
 * Runs the checks of a step: state checks send requests to the server, the others search the learner's requests.
 *
 * @param seen the learner's requests in this lesson, in any order
 */
export function runChecks(checks: readonly Check[], ask: Ask, seen: readonly SeenRequest[]): Promise<CheckOutcome[]> {
  return Promise.all(
    checks.map(async (check) => {
      if ("seen" in check) return { check, ok: seen.some((request) => isSeen(check, request)), found: "" };
      const found = await checkState(check, ask);
      return { check, ok: found === "", found };
    }),
  );
}

/** Replaces `$(name)` by the kept value everywhere in a request; names without a value stay unchanged. */
export function fillIn<T>(value: T, kept: Kept): T {
  if (typeof value === "string") {
    return value.replace(/\$\((\w+)\)/g, (whole, name: string) => kept[name] ?? whole) as T;
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, kept)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, kept)])) as T;
}

/** Adds the values that a request keeps from its response to the kept values. */
export function keepFrom(request: LessonRequest, answer: LessonAnswer, kept: Kept): Kept {
  const body = bodyOf(answer.text);
  const found = Object.entries(request.keep ?? {}).map(([name, pointer]) => [name, valueAt(body, pointer)]);
  return { ...kept, ...Object.fromEntries(found.filter(([, value]) => typeof value === "string")) };
}
