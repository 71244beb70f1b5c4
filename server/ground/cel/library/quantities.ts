/** Resource quantities. */
import {
  addQuantity,
  compareQuantity,
  isWholeQuantity,
  parseQuantity,
  type Quantity,
  QuantityError,
  quantityValue,
} from "../../../../shared/quantity.ts";
import { CelError } from "../diagnostics.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { opaqueEquality } from "../values/equality.ts";
import { type CelValue, OpaqueValue } from "../values/values.ts";
import { inRange, int, opaqueData, text } from "./arguments.ts";
import { productType } from "./typeNames.ts";

const TYPE = productType("Quantity");
opaqueEquality.set(TYPE, (a, b) => compareQuantity(a as Quantity, b as Quantity) === 0);

function read(value: string): Quantity | QuantityError {
  try {
    return parseQuantity(value);
  } catch (error) {
    if (error instanceof QuantityError) return error;
    throw error;
  }
}

function toQuantity(value: string): CelValue {
  const found = read(value);
  if (found instanceof QuantityError) throw new CelError(found.message);
  return new OpaqueValue(TYPE, found);
}

const amount = (value: CelValue | undefined): Quantity => opaqueData<Quantity>(value, TYPE);
const whole = (value: bigint): Quantity => ({ digits: value, exponent: 0, format: "decimalSI" });
const negated = (value: Quantity): Quantity => ({ ...value, digits: -value.digits });
const made = (value: Quantity): CelValue => new OpaqueValue(TYPE, value);
const fits = (value: Quantity): boolean => {
  if (!isWholeQuantity(value)) return false;
  const units = quantityValue(value);
  return units >= -(2n ** 63n) && units < 2n ** 63n;
};

function asInteger(value: Quantity): bigint {
  if (!fits(value)) throw new CelError("cannot convert value to integer");
  return inRange(quantityValue(value));
}

const asFloat = ({ digits, exponent }: Quantity): number => Number(`${digits}e${exponent}`);

const reading = { cost: traverse };

export const quantities: readonly Overload[] = [
  define(`quantity(string): ${TYPE}`, ([s]) => toQuantity(text(s)), reading),
  define("isQuantity(string): bool", ([s]) => !(read(text(s)) instanceof QuantityError), reading),
  define(`${TYPE}~sign(): int`, ([q]) => BigInt(compareQuantity(amount(q), whole(0n)))),
  define(`${TYPE}~isInteger(): bool`, ([q]) => fits(amount(q))),
  define(`${TYPE}~asInteger(): int`, ([q]) => asInteger(amount(q))),
  define(`${TYPE}~asApproximateFloat(): double`, ([q]) => asFloat(amount(q))),
  define(`${TYPE}~add(${TYPE}): ${TYPE}`, ([a, b]) => made(addQuantity(amount(a), amount(b)))),
  define(`${TYPE}~add(int): ${TYPE}`, ([a, b]) => made(addQuantity(amount(a), whole(int(b))))),
  define(`${TYPE}~sub(${TYPE}): ${TYPE}`, ([a, b]) => made(addQuantity(amount(a), negated(amount(b))))),
  define(`${TYPE}~sub(int): ${TYPE}`, ([a, b]) => made(addQuantity(amount(a), whole(-int(b))))),
  define(`${TYPE}~isLessThan(${TYPE}): bool`, ([a, b]) => compareQuantity(amount(a), amount(b)) < 0),
  define(`${TYPE}~isGreaterThan(${TYPE}): bool`, ([a, b]) => compareQuantity(amount(a), amount(b)) > 0),
  define(`${TYPE}~compareTo(${TYPE}): int`, ([a, b]) => BigInt(compareQuantity(amount(a), amount(b)))),
];
