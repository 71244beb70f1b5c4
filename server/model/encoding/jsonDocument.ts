import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { isTurnDue, isTurnOver, type Steps } from "../../../shared/steps.ts";
import { inTurns, turnAfter } from "../../ground/turns/turns.ts";
import type { FieldPath } from "../schema/fieldPath.ts";
import { type FieldScan, hasDuplicates, jsonFieldSteps } from "./duplicateKeys.ts";
import { describeJsonError } from "./jsonSyntaxError.ts";
import { refuseDeepNestingInSteps } from "./nesting.ts";

/** A parsed JSON text from a client or file. */
export interface JsonDocument {
  readonly value: unknown;
  /**
   * The duplicate members, and the positions of requested members (see `scanJsonFields`). It scans the text in steps,
   * and is only called when there is something to report.
   */
  readonly fields: (sought?: ReadonlyMap<string, FieldPath>) => Steps<FieldScan>;
  readonly hasDuplicates: boolean;
}

/**
 * Matches any text with a number that may be too large for a double. Digits are counted from the first of a number only:
 * a long number would otherwise be counted again from each of its digits.
 */
const MAYBE_HUGE = /[eE]\+?\d{3}|(?<!\d)\d{309}/;
/** Matches strings and numbers in order, so that digits inside a string are skipped with it. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Malformed JSON; the message is that of the reference's decoder: `invalid character 'x' looking for beginning of
 * value`.
 */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
}

/**
 * Parses JSON without losing integers, yielding between its phases.
 * @param exact for a typed decoder: keeps number texts such as `1.0` (see `parseJsonExact`)
 * @throws JsonSyntaxError on malformed text, ApiError 400 on text that nests too deeply
 */
export async function readJsonDocument(text: string, exact: boolean): Promise<JsonDocument> {
  const began = performance.now();
  try {
    return await inTurns(documentOf(text, exact));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    await turnAfter(began);
    throw new JsonSyntaxError(describeJsonError(text));
  }
}

function* documentOf(text: string, exact: boolean): Steps<JsonDocument> {
  yield* refuseDeepNestingInSteps(text);
  const value = yield* parseInSteps(text, exact);
  // Typed decoders check the number's text themselves.
  if (!exact) yield* refuseHugeNumbers(text);
  return {
    value,
    hasDuplicates: yield* hasDuplicates(text, value),
    fields: (sought = new Map()) => jsonFieldSteps(text, sought),
  };
}

/** Rejects numbers beyond the range of doubles, which would otherwise become null. @throws JsonSyntaxError */
function* refuseHugeNumbers(text: string): Steps<void> {
  if (isTurnOver()) yield;
  if (!MAYBE_HUGE.test(text)) return;
  for (const [token] of text.matchAll(TOKENS)) {
    if (isTurnDue()) yield;
    if (token.startsWith('"') || Number.isFinite(Number(token))) continue;
    throw new JsonSyntaxError(`json: cannot unmarshal number ${token} into Go value of type float64`);
  }
}
