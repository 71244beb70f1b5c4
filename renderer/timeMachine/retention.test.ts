import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oldestRetained } from "./retention.ts";

describe("oldestRetained", () => {
  it("finds the edge wherever it is, in few questions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), async (current, seed) => {
        const edge = 1 + (seed % current);
        let asked = 0;
        const found = await oldestRetained(current, async (revision) => {
          asked += 1;
          return revision >= edge;
        });
        expect(found).toBe(edge);
        expect(asked).toBeLessThan(23);
      }),
    );
  });
});
