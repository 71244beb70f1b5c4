import { expect, it } from "vitest";
import type { Usage } from "../../../shared/advice/usage.ts";
import { UsageCollector } from "./usageCollector.ts";

const usage: Usage = {
  state: "deprecated",
  apiVersion: "v1",
  kind: "ComponentStatus",
  deprecated: "1.19",
  evidence: "auditLog",
  by: "alice",
  count: 1,
  last: "2026-01-02T03:04:05Z",
};

it("merges repeated usages, with their count and last time", () => {
  const collector = new UsageCollector();
  collector.add(usage);
  collector.add({ ...usage, last: "2026-01-02T03:04:06Z" });
  collector.add({ ...usage, last: "2026-01-02T03:04:04Z" });
  collector.add({ ...usage, by: "bob", state: "removed" });
  expect(collector.result().usages).toEqual([
    { ...usage, by: "bob", state: "removed" },
    { ...usage, count: 3, last: "2026-01-02T03:04:06Z" },
  ]);
});

it("limits the number of usages and the length of their texts", () => {
  const collector = new UsageCollector();
  for (let i = 0; i < 10_050; i++) collector.add({ ...usage, by: `${i} ${"x".repeat(1000)}` });
  for (let i = 0; i < 200; i++) collector.hide(`${i}`);
  const { usages, more, hidden } = collector.result();
  expect([usages.length, more, hidden.length]).toEqual([10_000, 50, 100]);
  expect(usages.every(({ by = "" }) => by.length <= 300)).toBe(true);
});
