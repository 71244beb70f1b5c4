import { expect, it } from "vitest";
import { activeTroublesOf, isLasting, ongoing, troublesFor } from "./troublesFor.ts";

const pod = {
  kind: "Pod",
  metadata: { namespace: "shop", name: "web" },
  spec: {
    nodeName: "n1",
    containers: [
      { name: "app", image: "web:2" },
      { name: "log", image: "web:2" },
    ],
  },
};

it("lists the faults of a node and of a pod with its containers", () => {
  expect(troublesFor({ kind: "Node", metadata: { name: "n1" } }).map(({ kind }) => kind)).toContain("node-cut-off");
  expect(troublesFor(pod).map(({ kind, target }) => `${kind} ${target}`)).toEqual([
    "container-killed shop/web/app",
    "container-killed shop/web/log",
    "container-out-of-memory shop/web/app",
    "container-out-of-memory shop/web/log",
    "probe-failing shop/web",
    "image-missing web:2",
  ]);
});

it("lists nothing for kinds that are not simulated", () => {
  expect(troublesFor({ kind: "ConfigMap", metadata: { name: "a" } })).toEqual([]);
  expect(troublesFor({ ...pod, spec: { containers: [] } })).toEqual([]);
});

it("finds the fault that is already active", () => {
  const down = { id: "node-down-1", kind: "node-down", target: "n1", since: "2026-03-01T12:00:00Z" };
  expect(ongoing([down], { kind: "node-down", target: "n1" })).toBe(down);
  expect(ongoing([down], { kind: "node-down", target: "n2" })).toBeUndefined();
  expect(["node-down", "container-killed"].map(isLasting)).toEqual([true, false]);
});

it("finds the faults that affect a pod, including its node's, and no others", () => {
  const trouble = (kind: string, target: string) => ({ id: `${kind}-${target}`, kind, target, since: "" });
  const mine = [trouble("probe-failing", "shop/web"), trouble("node-slow", "n1")];
  const others = [trouble("probe-failing", "shop/cart"), trouble("node-slow", "n2"), trouble("api-slow", "500ms")];
  expect(activeTroublesOf(pod, [...others, ...mine])).toEqual(mine);
  expect(activeTroublesOf({ kind: "Node", metadata: { name: "n1" } }, [...others, ...mine])).toEqual([mine[1]]);
  expect(activeTroublesOf({ kind: "ConfigMap", metadata: { name: "n1" } }, [...others, ...mine])).toEqual([]);
});
