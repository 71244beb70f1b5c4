import { expect, it } from "vitest";
import { formatAmount, formatResource } from "./formatAmount.ts";

it.each([
  ["cpu", 0, "0"],
  ["cpu", 0.25, "250m"],
  ["cpu", 1.54, "1.5"],
  ["cpu", 128.4, "128"],
  ["memory", 0, "0 B"],
  ["memory", 1536 * 1024 * 1024, "1.5 Gi"],
  ["memory", 200 * 1024, "200 Ki"],
  ["pods", 330, "330"],
] as const)("formats %s %d as %s", (measure, amount, text) => {
  expect(formatAmount(measure, amount)).toBe(text);
});

it.each([
  ["cpu", 4, "4"],
  ["requests.cpu", 1.66, "1.7"],
  ["limits.memory", 1728 * 1024 * 1024, "1.7 Gi"],
  ["gold.storageclass.storage.k8s.io/requests.storage", 10 * 1024 ** 3, "10 Gi"],
  ["requests.hugepages-2Mi", 4 * 1024 ** 2, "4 Mi"],
  ["count/deployments.apps", 12_000, "12,000"],
  ["persistentvolumeclaims", 10, "10"],
  ["requests.example.com/cpu-cards", 2, "2"],
])("formats %s: %d as %s", (name, amount, text) => {
  expect(formatResource(name, amount)).toBe(text);
});
