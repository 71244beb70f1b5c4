import type { FieldError } from "../../../../shared/fieldError.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { intOrStringText, invalidText } from "../../../ground/formats/wording/goText.ts";

/** A number, or a percentage as text. */
export type IntOrString = number | string;

const PERCENT = /^[0-9]+%$/;
const PERCENT_RULE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** The number before the percent sign; undefined for anything that is not a percentage. */
const percentage = (value: IntOrString | undefined): number | undefined =>
  typeof value === "string" && PERCENT.test(value) ? Number(value.slice(0, -1)) : undefined;

/** The value must be absent, a non-negative number, or a percentage. */
export function validatePositiveIntOrPercent(value: IntOrString | undefined, path: string): FieldError[] {
  if (typeof value === "number") return validateNonNegative(value, path);
  if (value === undefined || PERCENT.test(value)) return [];
  return [invalidText(path, intOrStringText(value), PERCENT_RULE)];
}

/** Percentages may not exceed 100 %. */
export function validateAtMostHundredPercent(value: IntOrString | undefined, path: string): FieldError[] {
  return (percentage(value) ?? 0) > 100
    ? [invalidText(path, intOrStringText(value), "must not be greater than 100%")]
    : [];
}

/** Whether the value means zero: `0`, `"0%"`, undefined, or a text that is not a number. */
export function isNone(value: IntOrString | undefined): boolean {
  if (typeof value !== "string") return (value ?? 0) === 0;
  // A number in quotes is not valid, but the reference parses it here.
  return (percentage(value) ?? (/^[+-]?\d+$/.test(value) ? Number(value) : 0)) === 0;
}
