/** Optional values. */
import { define, type Overload } from "../overload.ts";
import { MIN_TIMESTAMP } from "../values/times.ts";
import { type CelValue, Duration, isMap, ListValue, NONE, OptionalValue, Timestamp, Uint } from "../values/values.ts";
import { list, optional } from "./arguments.ts";
import { unwrap } from "./containers.ts";

/** Whether a value is the zero value of its type. */
function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === "" || value === 0 || value === 0n) return true;
  if (typeof value !== "object") return false;
  if (value instanceof ListValue || isMap(value)) return value.size === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Timestamp) return value.nanos === MIN_TIMESTAMP;
  if (value instanceof Duration) return value.nanos === 0n;
  return value instanceof OptionalValue && value.value === undefined;
}

export const optionals: readonly Overload[] = [
  define("optional.of(V): optional_type(V)", ([value = null]) => new OptionalValue(value)),
  define("optional.ofNonZeroValue(V): optional_type(V)", ([value = null]) =>
    isZero(value) ? NONE : new OptionalValue(value),
  ),
  define("optional.none(): optional_type(V)", () => NONE),
  define("optional_type(V)~value(): V", ([value]) => unwrap(value)),
  define("optional_type(V)~hasValue(): bool", ([value]) => optional(value).value !== undefined),
  // These two have special steps in the plan; the checker only needs their types.
  define("optional_type(V)~or(optional_type(V)): optional_type(V)", ([a]) => optional(a)),
  define("optional_type(V)~orValue(V): V", ([a]) => unwrap(a)),
  define("optional.unwrap(list(optional_type(V))): list(V)", ([values]) => present(list(values))),
  define("list(optional_type(V))~unwrapOpt(): list(V)", ([values]) => present(list(values))),
];

function present(values: ListValue): ListValue {
  return new ListValue([...values.values()].flatMap((each) => optional(each).value ?? []));
}
