/** Lists as sets: order and repetition are ignored. */
import { define, type Overload } from "../overload.ts";
import type { ListValue } from "../values/values.ts";
import { list } from "./arguments.ts";
import { contains } from "./containers.ts";

type Work = (steps: number) => void;

const containsAll = (items: ListValue, wanted: ListValue, work: Work): boolean => {
  for (const each of wanted.values()) if (!contains(items, each, work)) return false;
  return true;
};
const intersects = (a: ListValue, b: ListValue, work: Work): boolean => {
  for (const each of b.values()) if (contains(a, each, work)) return true;
  return false;
};

/** Cost when every element of one list is compared with every element of the other. */
const pairs = ([a = 0, b = 0]: readonly number[]): number => 1 + a * b;
const pairsTwice = ([a = 0, b = 0]: readonly number[]): number => 1 + 2 * a * b;

export const sets: readonly Overload[] = [
  define("sets.contains(list(T), list(T)): bool", ([a, b], { work }) => containsAll(list(a), list(b), work), {
    cost: pairs,
  }),
  define("sets.intersects(list(T), list(T)): bool", ([a, b], { work }) => intersects(list(a), list(b), work), {
    cost: pairs,
  }),
  define(
    "sets.equivalent(list(T), list(T)): bool",
    ([a, b], { work }) => containsAll(list(a), list(b), work) && containsAll(list(b), list(a), work),
    { cost: pairsTwice },
  ),
];
