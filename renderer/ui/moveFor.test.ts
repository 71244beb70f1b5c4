import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moveFor } from "./moveFor.ts";

describe("moveFor", () => {
  it("moves by one, by page, and to the ends", () => {
    expect(moveFor("ArrowDown", -1, 5, 3)).toBe(0);
    expect(moveFor("ArrowDown", 1, 5, 3)).toBe(2);
    expect(moveFor("k", 1, 5, 3)).toBe(0);
    expect(moveFor("PageDown", 1, 50, 10)).toBe(11);
    expect(moveFor("End", 0, 5, 3)).toBe(4);
    expect(moveFor("x", 0, 5, 3)).toBeUndefined();
  });

  it("stays within the table", () => {
    const keys = fc.constantFrom("ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End");
    fc.assert(
      fc.property(
        keys,
        fc.integer({ min: 1, max: 99 }),
        fc.nat(98),
        fc.integer({ min: 1, max: 40 }),
        (key, count, at, page) => {
          const next = moveFor(key, Math.min(at, count - 1), count, page) ?? -1;
          expect(next).toBeGreaterThanOrEqual(0);
          expect(next).toBeLessThan(count);
        },
      ),
    );
  });
});
