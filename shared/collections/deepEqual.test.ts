import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce } from "../steps.ts";
import { deepEqual, equalInSteps } from "./deepEqual.ts";

describe("deepEqual", () => {
  test("a value equals its copy regardless of member order", () => {
    const reversed = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map(reversed);
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, member]) => [name, reversed(member)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(deepEqual(value, reversed(value))).toBe(true);
      }),
    );
  });

  test("is symmetric and agrees with comparing sorted JSON", () => {
    const sorted = (value: unknown): unknown =>
      typeof value !== "object" || value === null
        ? value
        : Array.isArray(value)
          ? value.map(sorted)
          : Object.entries(value)
              .map(([name, member]) => [name, sorted(member)])
              .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
              .concat([["object", true]]);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
        expect(deepEqual(a, b)).toBe(deepEqual(b, a));
        expect(deepEqual(a, b)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
      }),
    );
  });

  test("detects any single change", () => {
    const members = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
    fc.assert(
      fc.property(members, fc.nat(), (value, at) => {
        const names = Object.keys(value);
        const name = names[at % names.length] ?? "";
        const { [name]: _, ...without } = value;
        expect(deepEqual(value, without)).toBe(false);
        expect(deepEqual(without, value)).toBe(false);
        expect(deepEqual(value, { ...value, [name]: { other: value[name] } })).toBe(false);
      }),
    );
  });

  test.each([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: null }, {}, false],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: 1 }, { b: 1 }, false],
    [JSON.parse('{"__proto__":{}}'), { a: 1 }, false],
    [JSON.parse('{"__proto__":{}}'), {}, false],
    [[], {}, false],
    [{}, [], false],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    ["1", 1, false],
    [null, undefined, false],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }, true],
  ])("%j and %j: %s", (a, b, equal) => {
    expect(deepEqual(a, b)).toBe(equal);
  });

  test("gives the same result in steps", () => {
    const small = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(atOnce(equalInSteps(a, b))).toBe(deepEqual(a, b));
        expect(atOnce(equalInSteps(a, structuredClone(a)))).toBe(true);
        expect(atOnce(equalInSteps({ a, b: undefined }, { a }))).toBe(true);
      }),
    );
  });
});

test("an empty list equals null only on request", () => {
  const equal = (a: unknown, b: unknown) => atOnce(equalInSteps(a, b, { emptyListIsNull: true }));
  expect(equal({ a: [] }, { a: null })).toBe(true);
  expect(equal([null], [[]])).toBe(true);
  expect(equal({ a: [] }, { a: {} })).toBe(false);
  expect(equal({ a: [] }, {})).toBe(false);
  expect(equal({ a: [0] }, { a: null })).toBe(false);
  expect(atOnce(equalInSteps({ a: [] }, { a: null }))).toBe(false);
});
