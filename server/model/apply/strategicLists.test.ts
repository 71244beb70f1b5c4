import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { immediately, type Steps } from "../../../shared/steps.ts";
import * as lists from "./strategicLists.ts";

interface Item {
  readonly name: string;
  readonly v?: number;
  readonly $patch?: string;
}

const name = fc.constantFrom("a", "b", "c", "d", "e", "f");
const live = fc.array(fc.record({ name, v: fc.nat(9) }), { maxLength: 8 });
const patch = fc.array(
  fc.record({ name, v: fc.nat(9), $patch: fc.option(fc.constant("delete"), { nil: undefined }) }),
  { maxLength: 8 },
);
// biome-ignore lint/correctness/useYield: an item is merged in one step here
const mergeItem = function* (before: object, change: object): Steps<Record<string, unknown>> {
  return { ...before, ...change };
};
const mergeItems = immediately(lists.mergeItems);
const mergeListInOrder = immediately(lists.mergeListInOrder);
const withoutDirective = ({ name, v }: Item): Item => ({ name, ...(v === undefined ? {} : { v }) });

/** The position of an item in a list, by linear search. */
const position = (list: readonly Item[], item: Item): number => list.findIndex(({ name }) => name === item.name);

/** The order of a merged list by the literal rule: every step searches the whole lists. */
function arranged(merged: readonly Item[], order: readonly Item[], before: readonly Item[]): Item[] {
  const isOrdered = (item: Item) => position(order, item) >= 0;
  const result = merged.filter(isOrdered).sort((a, b) => position(order, a) - position(order, b));
  const others = merged.filter((item) => !isOrdered(item));
  others.sort((a, b) => position(before, a) - position(before, b));
  let at = 0;
  for (const other of others) {
    const place = position(before, other);
    const precedes = (item: Item) => place >= 0 && isOrdered(item) && place < position(before, item);
    while (at < result.length && !precedes(result[at] as Item)) at++;
    result.splice(at++, 0, other);
  }
  return result;
}

function mergedItems(before: readonly Item[], change: readonly Item[]): Item[] {
  const deleted = change.filter(({ $patch }) => $patch === "delete");
  const result = before.filter((item) => position(deleted, item) < 0);
  for (const item of change.filter(({ $patch }) => $patch === undefined).map(withoutDirective)) {
    const found = position(result, item);
    if (found < 0) result.push(item);
    else result[found] = { ...result[found], ...item };
  }
  return result;
}

describe("Lists in a strategic merge patch", () => {
  it("are merged according to the specification", () => {
    fc.assert(
      fc.property(live, patch, (before, change) => {
        const clean = change.map((item) => (item.$patch === undefined ? withoutDirective(item) : item));
        const toMerge = clean.filter(({ $patch }) => $patch === undefined);
        const deleted = clean.filter(({ $patch }) => $patch !== undefined);
        const kept = before.filter((item) => position(deleted, item) < 0);
        const merged = mergedItems(before, clean);
        const expected = arranged(merged, toMerge, kept.length > 0 ? kept : merged);
        expect(mergeItems(before, clean, mergeItem, "name")).toEqual(expected);
      }),
    );
  });

  it("follow the requested order", () => {
    fc.assert(
      fc.property(live, live, fc.array(fc.record({ name }), { maxLength: 8 }), (before, change, more) => {
        fc.pre(before.length + change.length > 0);
        const order = [...more, ...change.map(({ name }) => ({ name }))];
        const merged = mergedItems(before, change);
        // The list is first merged in the patch's own order.
        const own = arranged(merged, change, before.length > 0 ? before : merged);
        const given = { live: before, patch: change, order, mergeItem, mergeKey: "name", merge: true };
        expect(mergeListInOrder(given)).toEqual(arranged(own, order, before));
      }),
    );
  });

  it("of any length are merged in linear time", () => {
    const long = Array.from({ length: 100_000 }, (_, i) => ({ name: `n${i}`, v: i }));
    const order = [...long].reverse().map(({ name }) => ({ name }));
    const change = [...long].reverse().map(({ name }) => ({ name, v: 0 }));
    const given = { live: long, patch: change, order, mergeItem, mergeKey: "name", merge: true };
    expect(mergeListInOrder(given)).toEqual(change);
    const gone = long.map(({ name }) => ({ name, $patch: "delete" }));
    expect(mergeItems(long, gone, mergeItem, "name")).toEqual([]);
  });
});
