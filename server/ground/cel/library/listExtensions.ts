/** Functions of lists whose elements are ordered. */
import { CelError } from "../diagnostics.ts";
import { type ArgumentEstimate, type CallContext, define, type Overload, TRAVERSAL } from "../overload.ts";
import { compare, equals } from "../values/equality.ts";
import { type CelValue, Duration, type ListValue, Uint } from "../values/values.ts";
import { inRange, inUintRange, list } from "./arguments.ts";
import { readingCost } from "./readingCost.ts";

const ORDERED = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];
const SUMMABLE: Readonly<Record<string, CelValue>> = {
  int: 0n,
  uint: new Uint(0n),
  double: 0,
  duration: new Duration(0n),
};

const order = (a: CelValue, b: CelValue): number => {
  const found = compare(a, b);
  if (found === undefined) throw new CelError("no such overload");
  if (Number.isNaN(found)) throw new CelError("NaN values cannot be ordered");
  return found;
};

function isSorted(items: ListValue): boolean {
  for (let i = 1; i < items.size; i++) if (order(items.at(i - 1), items.at(i)) > 0) return false;
  return true;
}

function extreme(items: ListValue, name: string, sign: number): CelValue {
  if (items.size === 0) throw new CelError(`${name} called on empty list`);
  let best = items.at(0);
  for (const item of items.values()) if (order(item, best) * sign > 0) best = item;
  return best;
}

function sum(items: ListValue, zero: CelValue): CelValue {
  let total = zero;
  for (const item of items.values()) total = add(total, item);
  return total;
}

function add(a: CelValue, b: CelValue): CelValue {
  if (typeof a === "bigint" && typeof b === "bigint") return inRange(a + b);
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (a instanceof Uint && b instanceof Uint) return inUintRange(a.value + b.value);
  if (a instanceof Duration && b instanceof Duration) return new Duration(inRange(a.nanos + b.nanos));
  throw new CelError("no such overload");
}

function find(items: ListValue, wanted: CelValue, last: boolean, work: (steps: number) => void): bigint {
  for (let n = 0; n < items.size; n++) {
    const i = last ? items.size - 1 - n : n;
    if (equals(items.at(i), wanted, work)) return BigInt(i);
  }
  return -1n;
}

/** Estimated cost: one unit for each element, plus the cost of reading the element. */
function estimate([items]: readonly ArgumentEstimate[]): number {
  const each = 1 + Math.ceil((items?.elements?.max ?? 0) * TRAVERSAL);
  const count = items?.size.max ?? 0;
  return count === 0 ? 0 : count * each;
}
const costs = {
  cost: ([size = 0]: readonly number[]) => size,
  charge: ([items = null]: readonly CelValue[], { work }: CallContext) => readingCost(items, work),
  estimate,
};

export const listExtensions: readonly Overload[] = [
  ...ORDERED.flatMap((type) => [
    define(`list(${type})~isSorted(): bool`, ([items]) => isSorted(list(items)), costs),
    define(`list(${type})~min(): ${type}`, ([items]) => extreme(list(items), "min", -1), costs),
    define(`list(${type})~max(): ${type}`, ([items]) => extreme(list(items), "max", 1), costs),
  ]),
  ...Object.entries(SUMMABLE).map(([type, zero]) =>
    define(`list(${type})~sum(): ${type}`, ([items]) => sum(list(items), zero), costs),
  ),
  define("list(A)~indexOf(A): int", ([items, item = null], { work }) => find(list(items), item, false, work), costs),
  define("list(A)~lastIndexOf(A): int", ([items, item = null], { work }) => find(list(items), item, true, work), costs),
];
