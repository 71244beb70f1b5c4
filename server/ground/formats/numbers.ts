/** Checks of numbers, ports and int-or-string values. */
import { type FieldError, invalid } from "../../../shared/fieldError.ts";
import { rangeMessage } from "../../../shared/text/regexText.ts";
import { checkPortName, invalidBy } from "./names/names.ts";

/** The rules that a port number breaks. */
export const checkPort = (port: number): string[] => (port >= 1 && port <= 65535 ? [] : [rangeMessage(1, 65535)]);

/** Field errors unless the value is zero or more; it may be absent. */
export const validateNonNegative = (value: number | undefined | null, path: string): FieldError[] =>
  value !== undefined && value !== null && value < 0
    ? [invalid(path, value, "must be greater than or equal to 0")]
    : [];

/** Field errors unless the value is more than zero. */
export const validatePositive = (value: number, path: string): FieldError[] =>
  value > 0 ? [] : [invalid(path, value, "must be greater than 0")];

/** Field errors of a port given by number or by name. */
export function validatePortNumberOrName(port: number | string, path: string): FieldError[] {
  return typeof port === "number"
    ? checkPort(port).map((message) => invalid(path, port, message))
    : invalidBy(path, port, checkPortName(port));
}
