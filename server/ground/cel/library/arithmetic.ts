/** Addition and subtraction of numbers and other types. Integers that do not fit into 64 bits are errors. */
import { CelError } from "../diagnostics.ts";
import { define, type Overload, type SizeRange, traverseBoth } from "../overload.ts";
import { Duration, ListBuilder, type ListValue } from "../values/values.ts";
import { bytes, double, duration, inRange, int, inUintRange, later, list, text, timestamp, uint } from "./arguments.ts";
import { joinLists } from "./joinLists.ts";

const divide = (a: bigint, b: bigint): bigint => {
  if (b === 0n) throw new CelError("division by zero");
  return a / b;
};
const remainder = (a: bigint, b: bigint): bigint => {
  if (b === 0n) throw new CelError("modulus by zero");
  return a % b;
};
/** The quotient must fit into 64 bits as well. */
const signedRemainder = (a: bigint, b: bigint): bigint => {
  const rest = remainder(a, b);
  inRange(a / b);
  return rest;
};
const lasting = (nanos: bigint): Duration => new Duration(inRange(nanos));

const sum = ([a, b]: readonly SizeRange[]): SizeRange => ({
  min: (a?.min ?? 0) + (b?.min ?? 0),
  max: (a?.max ?? 0) + (b?.max ?? 0),
});

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function addLists(left: ListValue, right: ListValue): ListValue {
  if (left instanceof ListBuilder) {
    left.append(right);
    return left;
  }
  return joinLists(left, right);
}

export const arithmetic: readonly Overload[] = [
  define("_+_(int, int): int", ([a, b]) => inRange(int(a) + int(b))),
  define("_-_(int, int): int", ([a, b]) => inRange(int(a) - int(b))),
  define("_*_(int, int): int", ([a, b]) => inRange(int(a) * int(b))),
  define("_/_(int, int): int", ([a, b]) => inRange(divide(int(a), int(b)))),
  define("_%_(int, int): int", ([a, b]) => signedRemainder(int(a), int(b))),
  define("-_(int): int", ([a]) => inRange(-int(a))),
  define("_+_(uint, uint): uint", ([a, b]) => inUintRange(uint(a) + uint(b))),
  define("_-_(uint, uint): uint", ([a, b]) => inUintRange(uint(a) - uint(b))),
  define("_*_(uint, uint): uint", ([a, b]) => inUintRange(uint(a) * uint(b))),
  define("_/_(uint, uint): uint", ([a, b]) => inUintRange(divide(uint(a), uint(b)))),
  define("_%_(uint, uint): uint", ([a, b]) => inUintRange(remainder(uint(a), uint(b)))),
  define("_+_(double, double): double", ([a, b]) => double(a) + double(b)),
  define("_-_(double, double): double", ([a, b]) => double(a) - double(b)),
  define("_*_(double, double): double", ([a, b]) => double(a) * double(b)),
  define("_/_(double, double): double", ([a, b]) => double(a) / double(b)),
  define("-_(double): double", ([a]) => -double(a)),
  define("_+_(string, string): string", ([a, b]) => text(a) + text(b), { cost: traverseBoth, resultSize: sum }),
  define("_+_(bytes, bytes): bytes", ([a, b]) => concatenate(bytes(a), bytes(b)), {
    cost: traverseBoth,
    resultSize: sum,
  }),
  define("_+_(list(A), list(A)): list(A)", ([a, b]) => addLists(list(a), list(b)), { resultSize: sum }),
  define("_+_(timestamp, duration): timestamp", ([a, b]) => later(a, duration(b))),
  define("_+_(duration, timestamp): timestamp", ([a, b]) => later(b, duration(a))),
  define("_+_(duration, duration): duration", ([a, b]) => lasting(duration(a) + duration(b))),
  define("_-_(timestamp, timestamp): duration", ([a, b]) => lasting(timestamp(a) - timestamp(b))),
  define("_-_(timestamp, duration): timestamp", ([a, b]) => later(a, -duration(b))),
  define("_-_(duration, duration): duration", ([a, b]) => lasting(duration(a) - duration(b))),
];
