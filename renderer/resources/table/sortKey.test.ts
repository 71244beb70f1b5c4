import { expect, it } from "vitest";
import { compareKeys, sortKey } from "./sortKey.ts";

it.each([
  ["numbers", [2, 10, 100]],
  ["numeric strings", ["2", "10", "100"]],
  ["ratios", ["9/10", "10/10"]],
  ["percentages", ["5%", "70%", "100%"]],
  ["percentages with targets", ["5%/70%", "50%/70%"]],
  ["counts with a remark", ["2", "4 (16s ago)", "12 (3m ago)"]],
  ["binary quantities", ["500Mi", "1Gi", "1.5Gi", "2Ti"]],
  ["decimal quantities", ["900k", "1M", "2G"]],
  ["ages", ["5s", "90s", "5m", "2h", "2d1h"]],
  ["addresses", ["10.0.0.9", "10.0.0.10", "10.0.1.2"]],
  ["versions", ["nginx:1.9", "nginx:1.27"]],
  ["names", ["web-2", "Web-10", "zebra"]],
  ["strings that begin with a digit", ["2abc", "10abc"]],
  ["numbers before other strings", ["10", "<none>"]],
])("sorts %s", (_, cells) => {
  const order = [...cells].reverse().sort((a, b) => compareKeys(sortKey(a), sortKey(b)));
  expect(order).toEqual(cells);
});

it("has a key for empty cells", () => {
  expect([null, undefined].map(sortKey)).toEqual(["", ""]);
});

it("keeps very long digit sequences as text", () => {
  const long = "1".repeat(1000);
  expect(sortKey(`id-${long}`)).toBe(`id-${long}`);
});
