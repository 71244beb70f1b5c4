import { expect, it } from "vitest";
import { amountOf, requestsOf, usageOf } from "./capacity.ts";
import { quotaUse } from "./quotaUse.ts";

const wants = (cpu: string, more: object = {}) => ({ resources: { requests: { cpu } }, ...more });

it("parses quantities", () => {
  expect(["250m", "2", "1Ki", "1e3", "5n", "", "many", undefined].map(amountOf)).toEqual([
    0.25, 2, 1024, 1000, 5e-9, 0, 0, 0,
  ]);
});

it("takes the larger of the init containers' and the containers' requests", () => {
  const of = (spec: object): number => requestsOf({ metadata: {}, spec }).cpu;
  expect(of({ containers: [wants("1"), wants("500m")] })).toBe(1.5);
  expect(of({ containers: [wants("1")], initContainers: [wants("3")] })).toBe(3);
  const sidecar = wants("1", { restartPolicy: "Always" });
  expect(of({ containers: [wants("1")], initContainers: [sidecar, wants("500m")], overhead: { cpu: "100m" } })).toBe(
    2.1,
  );
});

it("sums the node totals", () => {
  const metrics = [{ usage: { cpu: "250m", memory: "1Mi" } }, { usage: { cpu: "1" } }];
  expect(usageOf(metrics.map((each) => ({ metadata: {}, ...each })))).toEqual({ cpu: 1.25, memory: 1_048_576 });
});

it("lists quota usage, fullest first", () => {
  const quota = {
    metadata: { name: "team", namespace: "shop" },
    status: { hard: { pods: "10", "requests.cpu": "2", secrets: "0" }, used: { pods: "4", "requests.cpu": "1900m" } },
  };
  expect(quotaUse([quota]).map(({ resource, used, hard, part }) => [resource, used, hard, part])).toEqual([
    ["requests.cpu", "1.9", "2", 0.95],
    ["pods", "4", "10", 0.4],
    ["secrets", "0", "0", 0],
  ]);
});
