/** Rules about amounts of resources. */
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

/** Text that is not a quantity counts as zero: decoding has refused it already. */
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

/** Must be zero or more. */
export const validateNonNegativeQuantity = (value: string | number, path: string): FieldError[] =>
  compareQuantities(value, "0") < 0 ? [invalid(path, String(value), "must be greater than or equal to 0")] : [];

/** Resources that come in whole numbers only: all but cpu and those that are counted in bytes. */
function isIntegerResource(name: string): boolean {
  if (name === "cpu" || name === "memory" || name === "storage" || name === "ephemeral-storage") return false;
  return !/^(requests|limits)\.(cpu|memory|storage|ephemeral-storage)$/.test(name) && !name.startsWith("hugepages-");
}

/** Value of one entry of a resource list: not negative, and whole where the resource is counted. */
export function validateResourceQuantity(name: string, value: string | number, path: string): FieldError[] {
  const errors = validateNonNegativeQuantity(value, path);
  if (isIntegerResource(name) && !isWholeQuantity(amountOf(value)))
    errors.push(invalidText(path, quantityText(value), "must be an integer"));
  return errors;
}
