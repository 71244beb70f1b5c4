import { expect, it } from "vitest";
import { timestamp } from "../../../../shared/time.ts";
import { untilNextCheck } from "./namespaces.ts";

const BEGAN = Date.parse("2026-01-02T03:00:00Z");

it.each([
  [0, 2_000],
  [8_000, 2_000],
  [20_000, 5_000],
  [3_600_000, 8_000],
  // The clock was set back.
  [-60_000, 2_000],
])("checks a namespace whose deletion began %i ms ago again after %i ms", (ago, wait) => {
  const namespace = { metadata: { name: "n", deletionTimestamp: timestamp(BEGAN) } };
  expect(untilNextCheck(namespace, BEGAN + ago)).toBe(wait);
});

it("does not rely on the time of a deletion", () => {
  expect(untilNextCheck({ metadata: { name: "n" } }, BEGAN)).toBe(2_000);
});
