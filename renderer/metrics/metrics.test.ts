import { expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { linePath, marksFor, timeMarks } from "./chartScale.ts";
import { amountOf, amountText, levelsOf, readUsage } from "./usage.ts";
import { SPAN, UsageHistory } from "./usageHistory.ts";

const MiB = 1024 * 1024;

it("reads the usage of a pod and of a node", () => {
  const pod = {
    timestamp: "2026-01-01T00:00:00Z",
    containers: [
      { name: "web", usage: { cpu: "250000000n", memory: "64Mi" } },
      { name: "log", usage: { cpu: "5m", memory: "1024Ki" } },
    ],
  };
  expect(readUsage(pod)).toEqual({
    at: Date.UTC(2026, 0, 1),
    total: { cpu: 0.255, memory: 65 * MiB },
    parts: { web: { cpu: 0.25, memory: 64 * MiB }, log: { cpu: 0.005, memory: MiB } },
  });
  const node = { timestamp: "2026-01-01T00:00:00Z", usage: { cpu: "2", memory: "1Gi" } };
  expect(readUsage(node)).toMatchObject({ total: { cpu: 2, memory: 1024 * MiB }, parts: {} });
  expect(readUsage({ kind: "Status" })).toBeUndefined();
  expect(amountOf("much")).toBeUndefined();
});

it("compares with requests and limits; a pod has no limit if one container has none", () => {
  const pod = (second: object): ApiObject => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a" },
    spec: {
      containers: [
        { name: "web", resources: { requests: { cpu: "100m" }, limits: { cpu: "500m", memory: "64Mi" } } },
        { name: "log", resources: second },
      ],
    },
  });
  expect(levelsOf(pod({}), "cpu")).toEqual({ request: 0.1, limit: undefined });
  expect(levelsOf(pod({ limits: { cpu: "1" } }), "cpu")).toEqual({ request: 0.1, limit: 1.5 });
  expect(levelsOf(pod({}), "memory")).toEqual({ request: undefined, limit: undefined });
  const node = { apiVersion: "v1", kind: "Node", metadata: {}, status: { allocatable: { cpu: "4" } } };
  expect(levelsOf(node, "cpu")).toEqual({ request: undefined, limit: 4 });
});

it.each([
  ["cpu", 0.2504, "250m"],
  ["cpu", 1.5, "1.5"],
  ["cpu", 4, "4"],
  ["memory", 0, "0 B"],
  ["memory", 64 * MiB, "64 MiB"],
  ["memory", 2048 * MiB, "2 GiB"],
  ["memory", 64.5 * MiB, "64.5 MiB"],
] as const)("formats %s of %d as %s", (measure, amount, text) => expect(amountText(measure, amount)).toBe(text));

it("keeps each measurement of the last half hour once and drops objects that no view shows", () => {
  const history = new UsageHistory();
  const point = (at: number) => ({ at, total: { cpu: at, memory: 0 }, parts: {} });
  for (let at = 0; at <= SPAN * 2; at += 15_000) {
    history.add("a", point(at));
    history.add("a", point(at));
  }
  const points = history.of("a");
  expect(points.length).toBe(SPAN / 15_000);
  expect(points.at(-1)?.at).toBe(SPAN * 2);
  for (let i = 0; i < 100; i += 1) history.add(`other-${i}`, point(1));
  expect(history.of("a")).toEqual([]);
});

it.each([
  [0.25, false],
  [3.9, false],
  [0, false],
  [64 * MiB, true],
  [5 * 1024 * MiB, true],
])("has round axis marks up to %d", (highest, isBinary) => {
  const marks = marksFor(highest, isBinary);
  expect(marks[0]).toBe(0);
  expect(marks.at(-1)).toBeGreaterThanOrEqual(highest);
  expect(marks.length).toBeLessThanOrEqual(6);
});

it("places points and marks full minutes", () => {
  const box = { left: 0, right: 100, top: 0, bottom: 50 };
  expect(
    linePath(
      [
        [0, 0],
        [10, 5],
        [20, 10],
      ],
      box,
      { from: 0, to: 20, highest: 10 },
    ),
  ).toBe("M0.0 50.0L50.0 25.0L100.0 0.0");
  expect(timeMarks(90_000, 300_000)).toEqual([120_000, 180_000, 240_000, 300_000]);
});
