import fc from "fast-check";
import { expect, it } from "vitest";
import { BoundedMap } from "./boundedMap.ts";

it("keeps the most recently used entries", () => {
  const map = new BoundedMap<string, number>({ entries: 2 });
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c"), map.size]).toEqual([1, undefined, 3, 2]);
});

it("evicts enough entries for a heavy one and rejects one heavier than the capacity", () => {
  const map = new BoundedMap<string, number>({ entries: 10, weight: 10 });
  map.set("a", 1, 4);
  map.set("b", 2, 4);
  map.set("c", 3, 8);
  expect([map.get("a"), map.get("b"), map.get("c"), map.weight]).toEqual([undefined, undefined, 3, 8]);
  map.set("d", 4, 11);
  expect([map.get("c"), map.get("d"), map.weight]).toEqual([3, undefined, 8]);
  map.set("c", 5, 11);
  expect([map.get("c"), map.weight, map.size]).toEqual([undefined, 0, 0]);
});

it("never exceeds its limits and tracks its content", () => {
  const step = fc.record({ key: fc.nat(8), weight: fc.nat(12), isRead: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const map = new BoundedMap<number, number>({ entries: 4, weight: 20 });
      for (const { key, weight, isRead } of steps) {
        if (isRead) map.get(key);
        else map.set(key, weight, weight);
        expect(map.size).toBeLessThanOrEqual(4);
        expect(map.weight).toBeLessThanOrEqual(20);
      }
      let sum = 0;
      for (let key = 0; key <= 8; key++) sum += map.get(key) ?? 0;
      expect(sum).toBe(map.weight);
    }),
  );
});
