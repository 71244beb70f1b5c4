import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Moment } from "./moments.ts";
import { stopAt, stopsOf } from "./stops.ts";

const at = (...revisions: number[]): Moment[] => revisions.map((revision) => ({ revision }) as Moment);

describe("Stops", () => {
  it("are sorted without duplicates", () => {
    expect(stopsOf(at(4, 4, 9), 3)).toEqual([3, 4, 9]);
    expect(stopsOf(at(4), 4)).toEqual([4]);
  });

  it("are found for any revision", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(1000), { minLength: 1 }), fc.nat(1000), (numbers, revision) => {
        const stops = [...numbers].sort((a, b) => a - b);
        const index = stopAt(stops, revision);
        expect(index).toBe(Math.max(0, stops.filter((stop) => stop <= revision).length - 1));
      }),
    );
  });
});
