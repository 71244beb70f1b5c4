/** Rules for resource quantities. */
import { type FieldError, invalid } from "../../../shared/fieldError.ts";
import {
  compareQuantity,
  isWholeQuantity,
  parseQuantity,
  type Quantity,
  QuantityError,
} from "../../../shared/quantity.ts";
import { invalidText, quantityText } from "./wording/goText.ts";

const ZERO = parseQuantity("0");

/** Parses a quantity. An invalid text gives zero, because decoding has already refused it. */
export function amountOf(text: string | number): Quantity {
  try {
    return parseQuantity(String(text));
  } catch (error) {
    if (error instanceof QuantityError) return ZERO;
    throw error;
  }
}

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export const compareQuantities = (a: string | number, b: string | number): number =>
  compareQuantity(amountOf(a), amountOf(b));

/** Whether two quantities are the same amount, or both absent. */
export const isSameAmount = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && compareQuantities(a, b) === 0);

/** Field errors unless the quantity is zero or more. */
export const validateNonNegativeQuantity = (value: string | number, path: string): FieldError[] =>
  compareQuantities(value, "0") < 0 ? [invalid(path, String(value), "must be greater than or equal to 0")] : [];

/** Whether a resource has only whole numbers: all but cpu and those that are measured in bytes. */
function isIntegerResource(name: string): boolean {
  if (name === "cpu" || name === "memory" || name === "storage" || name === "ephemeral-storage") return false;
  return !/^(requests|limits)\.(cpu|memory|storage|ephemeral-storage)$/.test(name) && !name.startsWith("hugepages-");
}

/** Validates the value of one entry of a resource list: not negative, and whole for countable resources. */
export function validateResourceQuantity(name: string, value: string | number, path: string): FieldError[] {
  const errors = validateNonNegativeQuantity(value, path);
  if (isIntegerResource(name) && !isWholeQuantity(amountOf(value)))
    errors.push(invalidText(path, quantityText(value), "must be an integer"));
  return errors;
}
