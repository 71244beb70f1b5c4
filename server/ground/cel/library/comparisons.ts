/** Equality, order and logic. */
import { CelError } from "../diagnostics.ts";
import { define, type Invoke, type Overload, traverseShorter } from "../overload.ts";
import { OPERATORS } from "../syntax/operators.ts";
import { compare, equals } from "../values/equality.ts";
import { bool } from "./arguments.ts";

const ORDERED = ["bool", "int", "uint", "double", "string", "bytes", "timestamp", "duration"];
const NUMBERS = ["int", "uint", "double"];
const READ = new Set(["string", "bytes"]);

const ordered = (test: (order: number) => boolean): Invoke => {
  return ([a = null, b = null]) => {
    const order = compare(a, b);
    if (order === undefined) throw new CelError("no such overload");
    if (Number.isNaN(order)) throw new CelError("NaN values cannot be ordered");
    return test(order);
  };
};

const ORDER: readonly (readonly [string, Invoke])[] = [
  [OPERATORS.less, ordered((order) => order < 0)],
  [OPERATORS.lessEquals, ordered((order) => order <= 0)],
  [OPERATORS.greater, ordered((order) => order > 0)],
  [OPERATORS.greaterEquals, ordered((order) => order >= 0)],
];

function orderOf(name: string, invoke: Invoke): Overload[] {
  const same = ORDERED.map((type) =>
    define(`${name}(${type}, ${type}): bool`, invoke, READ.has(type) ? { cost: traverseShorter } : {}),
  );
  const mixed = NUMBERS.flatMap((left) =>
    NUMBERS.filter((right) => right !== left).map((right) => define(`${name}(${left}, ${right}): bool`, invoke)),
  );
  return [...same, ...mixed];
}

export const comparisons: readonly Overload[] = [
  define(`${OPERATORS.equals}(T, T): bool`, ([a = null, b = null], { work }) => equals(a, b, work), {
    cost: traverseShorter,
  }),
  define(`${OPERATORS.notEquals}(T, T): bool`, ([a = null, b = null], { work }) => !equals(a, b, work), {
    cost: traverseShorter,
  }),
  ...ORDER.flatMap(([name, invoke]) => orderOf(name, invoke)),
  define(`${OPERATORS.not}(bool): bool`, ([a]) => !bool(a)),
  // These four have special steps in the plan; the checker only needs their types.
  define(`${OPERATORS.and}(bool, bool): bool`, ([a, b]) => bool(a) && bool(b)),
  define(`${OPERATORS.or}(bool, bool): bool`, ([a, b]) => bool(a) || bool(b)),
  define(`${OPERATORS.conditional}(bool, T, T): T`, ([a, b = null, c = null]) => (bool(a) ? b : c)),
  define(`${OPERATORS.notStrictlyFalse}(bool): bool`, ([a]) => a !== false),
];
