import { expect, it } from "vitest";
import { formatAmount } from "./formatAmount.ts";

it.each([
  ["cpu", 0, "0"],
  ["cpu", 0.25, "250m"],
  ["cpu", 1.54, "1.5"],
  ["cpu", 128.4, "128"],
  ["memory", 0, "0 B"],
  ["memory", 1536 * 1024 * 1024, "1.5 Gi"],
  ["memory", 200 * 1024, "200 Ki"],
  ["pods", 330, "330"],
] as const)("writes %s %d as %s", (measure, amount, text) => {
  expect(formatAmount(measure, amount)).toBe(text);
});
