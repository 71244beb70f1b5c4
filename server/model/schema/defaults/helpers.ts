/** Helpers of the defaulting rules. */
import { isEmptyMap, noteMembers } from "../../../../shared/json/largeMaps.ts";
import { setMember } from "../../../../shared/json/setMember.ts";
import { formatQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { integerProblem } from "../../../ground/formats/wording/integerText.ts";

type Strings = Readonly<Record<string, string>>;

/** Whether a value is absent, null, or an empty text, list or map. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && isEmptyMap(value);
}

/** Rounds a quantity up to thousandths, if it has a higher precision. */
export function roundUpMilli(text: unknown): unknown {
  const quantity = typeof text === "string" && /[nu]$|e-|\./i.test(text) ? parseQuantity(text) : undefined;
  if (quantity === undefined || quantity.exponent >= -3) return text;
  const divisor = 10n ** BigInt(-3 - quantity.exponent);
  const whole = quantity.digits / divisor;
  const rounded = quantity.digits % divisor === 0n || quantity.digits < 0n ? whole : whole + 1n;
  return formatQuantity({ ...quantity, digits: rounded, exponent: -3 });
}

/** The entries of several maps with sorted keys; of equal keys the last one counts. */
export function* joined(...maps: readonly (Strings | undefined | null)[]): Steps<Strings> {
  const all = new Map<string, string>();
  for (const map of maps) {
    for (const key of Object.keys(map ?? {})) {
      if (isTurnDue()) yield;
      all.set(key, map?.[key] as string);
    }
  }
  const result: Record<string, string> = {};
  const keys = yield* sortInSteps(all.keys());
  for (const key of keys) {
    if (isTurnDue()) yield;
    setMember(result, key, all.get(key));
  }
  noteMembers(result, keys);
  return result;
}

/** A copy without some keys; the same map when it has none of them. */
export function* omit(map: Strings | undefined, keys: readonly string[]): Steps<Strings | undefined> {
  if (map === undefined || !keys.some((key) => key in map)) return map;
  const result: Record<string, string> = {};
  for (const key of Object.keys(map)) {
    if (isTurnDue()) yield;
    if (!keys.includes(key)) setMember(result, key, map[key]);
  }
  return result;
}

/** Every value as base64 of its UTF-8 bytes. */
export function* encodeValues(map: Strings | undefined): Steps<Strings> {
  const result: Record<string, string> = {};
  const keys = Object.keys(map ?? {});
  for (const key of keys) {
    if (isTurnDue()) yield;
    setMember(result, key, Buffer.from(map?.[key] ?? "").toString("base64"));
  }
  noteMembers(result, keys);
  return result;
}

/** The annotation with a field that only versions before v1 have: the template generation of a daemon set. */
export const GENERATION_ANNOTATION = "deprecated.daemonset.template.generation";

/**
 * The template generation in a daemon set's annotation; 0 when it is missing.
 * @throws DecodeError when it is not a number
 */
export function templateGeneration(annotations: Strings | undefined): string {
  const text = annotations?.[GENERATION_ANNOTATION] ?? "0";
  const problem = integerProblem(text);
  if (problem !== undefined) throw new DecodeError(problem);
  return String(BigInt(text.replace(/^\+/, "")));
}
