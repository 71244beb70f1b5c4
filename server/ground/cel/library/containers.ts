/** Lists and maps: size, membership, access by index. */
import { CelError } from "../diagnostics.ts";
import { shownValue, unfitIndex } from "../evaluation/unfit.ts";
import { define, type Invoke, type Overload } from "../overload.ts";
import { equals } from "../values/equality.ts";
import { sizeOf } from "../values/sizeOf.ts";
import { type CelValue, isMap, ListValue, NONE, ObjectValue, OptionalValue, Uint } from "../values/values.ts";
import { list, map, optional } from "./arguments.ts";

const size: Invoke = ([value = null]) => BigInt(sizeOf(value));
const scan = ([, length = 0]: readonly number[]): number => length;

/** Whether a list contains an element. @param work see CallContext */
export function contains(items: ListValue, wanted: CelValue, work: (steps: number) => void): boolean {
  for (const item of items.values()) if (equals(item, wanted, work)) return true;
  return false;
}

/** An index as a number. @throws CelError when it is not an integer */
function position(index: CelValue): number {
  if (typeof index === "bigint") return Number(index);
  if (index instanceof Uint && index.value < 2n ** 63n) return Number(index.value);
  if (typeof index === "number" && Number.isInteger(index)) return index;
  throw unfitIndex(index);
}

/** The element or member; undefined when there is none, or when the value is neither a list nor a map. */
function lookUp(of: CelValue, index: CelValue): CelValue | undefined {
  if (of instanceof ListValue) {
    const i = position(index);
    return i >= 0 && i < of.size ? of.at(i) : undefined;
  }
  if (of instanceof ObjectValue) return typeof index === "string" ? of.get(index) : undefined;
  return of !== null && isMap(of) ? of.get(index) : undefined;
}

const access: Invoke = ([of = null, index = null], context) => {
  if (of instanceof OptionalValue) return optionalAccess([of, index], context);
  const found = lookUp(of, index);
  if (found !== undefined) return found;
  throw new CelError(
    of instanceof ListValue ? `index out of bounds: ${shownValue(index)}` : `no such key: ${shownValue(index)}`,
  );
};

const optionalAccess: Invoke = ([of = null, index = null]) => {
  const inner = of instanceof OptionalValue ? of.value : of;
  const found = inner === undefined ? undefined : lookUp(inner, index);
  return found === undefined ? NONE : new OptionalValue(found);
};

export const containers: readonly Overload[] = [
  ...["string", "bytes", "list(A)", "map(A, B)"].flatMap((type) => [
    define(`size(${type}): int`, size, { cost: () => 1 }),
    define(`${type}~size(): int`, size, { cost: () => 1 }),
  ]),
  define("@in(A, list(A)): bool", ([item = null, items], { work }) => contains(list(items), item, work), {
    cost: scan,
  }),
  define("@in(A, map(A, B)): bool", ([key = null, of]) => map(of).get(key) !== undefined),
  define("_[_](list(A), int): A", access),
  define("_[_](map(A, B), A): B", access),
  define("_[_](optional_type(list(A)), int): optional_type(A)", optionalAccess),
  define("_[_](optional_type(map(A, B)), A): optional_type(B)", optionalAccess),
  define("_[?_](list(A), int): optional_type(A)", optionalAccess),
  define("_[?_](map(A, B), A): optional_type(B)", optionalAccess),
  define("_[?_](optional_type(list(A)), int): optional_type(A)", optionalAccess),
  define("_[?_](optional_type(map(A, B)), A): optional_type(B)", optionalAccess),
];

/** The value of an optional, for other libraries. @throws CelError */
export function unwrap(value: CelValue | undefined): CelValue {
  const { value: inner } = optional(value);
  if (inner === undefined) throw new CelError("optional.none() dereference");
  return inner;
}
