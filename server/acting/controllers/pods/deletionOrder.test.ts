import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { inDeletionOrder, leastAdvancedFirst } from "./deletionOrder.ts";

const COST = "controller.kubernetes.io/pod-deletion-cost";
const NOW = Date.parse("2026-01-02T00:00:00Z");
const HOUR = 3600_000;
const at = (before: number): string => new Date(NOW - before).toISOString();

interface Parts {
  readonly node?: string;
  readonly phase?: string;
  /** Milliseconds for which it has been ready. */
  readonly ready?: number;
  readonly cost?: string;
  readonly restarts?: number;
  /** Restarts of a sidecar; there is also an init container with many. */
  readonly sidecar?: number;
  readonly age?: number;
}

const pod = (
  name: string,
  { node = "n", phase = "Running", ready, cost, restarts, sidecar, age = HOUR }: Parts,
): ApiObject => ({
  metadata: {
    name,
    uid: name,
    creationTimestamp: at(age),
    ...(cost === undefined ? {} : { annotations: { [COST]: cost } }),
  },
  spec: {
    ...(node === "" ? {} : { nodeName: node }),
    initContainers: [{ name: "init" }, { name: "sidecar", restartPolicy: "Always" }],
  },
  status: {
    phase,
    ...(ready === undefined ? {} : { conditions: [{ type: "Ready", status: "True", lastTransitionTime: at(ready) }] }),
    containerStatuses: [{ restartCount: restarts ?? 0 }],
    initContainerStatuses: [
      { name: "init", restartCount: 9 - (sidecar ?? 0) },
      { name: "sidecar", restartCount: sidecar ?? 0 },
    ],
  },
});

const order = (first: Parts, second: Parts, related: readonly Parts[] = []): string[] =>
  inDeletionOrder(
    [pod("b", second), pod("a", first)],
    related.map((parts, i) => pod(`r${i}`, parts)),
    COST,
    NOW,
  ).map(({ metadata }) => metadata.name ?? "");

describe("inDeletionOrder", () => {
  it.each<[string, Parts, Parts]>([
    ["pods without a node", { node: "", ready: HOUR }, { phase: "Pending" }],
    ["pending pods", { phase: "Pending" }, { phase: "Unknown" }],
    ["pods in phase Unknown", { phase: "Unknown" }, {}],
    ["pods that are not ready", { cost: "5" }, { ready: HOUR, cost: "1" }],
    ["pods with a lower deletion cost", { ready: 5 * HOUR, cost: "-1" }, { ready: HOUR }],
    ["pods that have been ready for a much shorter time", { ready: HOUR }, { ready: 5 * HOUR }],
    ["pods with more container restarts", { ready: HOUR, restarts: 3 }, { ready: HOUR }],
    ["pods with container restarts, before pods with sidecar restarts", { restarts: 1 }, { sidecar: 5 }],
    ["pods with more sidecar restarts", { sidecar: 2 }, { sidecar: 1 }],
    ["younger pods", { ready: HOUR, age: HOUR }, { ready: HOUR, age: 5 * HOUR }],
    ["the pod with the lower UID if their ages are nearly equal", { age: 4.1 * HOUR }, { age: 4 * HOUR }],
  ])("deletes first %s", (_, first, second) => {
    expect(order(first, second)).toEqual(["a", "b"]);
  });

  it("deletes pods on crowded nodes first", () => {
    const ready = HOUR;
    expect(
      order({ node: "full", ready }, { node: "empty", ready }, [{ node: "full" }, { node: "full" }, { node: "empty" }]),
    ).toEqual(["a", "b"]);
  });

  it("treats a deletion cost that is not a 32-bit integer as none", () => {
    for (const cost of ["cheap", "-", "08", "+1", "2147483648"]) {
      expect(order({ ready: HOUR, cost: "-2" }, { ready: HOUR, cost })).toEqual(["a", "b"]);
      expect(order({ ready: HOUR, cost }, { ready: HOUR, cost: "1" })).toEqual(["a", "b"]);
    }
  });

  it("accepts zeros after the minus sign of a deletion cost", () => {
    expect(order({ ready: 5 * HOUR, cost: "-01" }, { ready: HOUR })).toEqual(["a", "b"]);
  });

  it("takes a pod without a phase for a pending one", () => {
    expect(order({ phase: "Pending", cost: "-1" }, { phase: "" })).toEqual(["a", "b"]);
  });
});

describe("Order in which a job deletes pods", () => {
  const names = (...pods: ApiObject[]): (string | undefined)[] =>
    leastAdvancedFirst(pods).map(({ metadata }) => metadata.name);

  it("starts with the pods that have progressed least", () => {
    const ready = pod("ready", { ready: HOUR });
    const pods = [ready, pod("unready", {}), pod("pending", { phase: "Pending" }), pod("nowhere", { node: "" })];
    expect(names(...pods)).toEqual(["nowhere", "pending", "unready", "ready"]);
  });

  it("compares exact times and ignores deletion costs", () => {
    expect(names(pod("long", { ready: 2000 }), pod("short", { ready: 1999, cost: "9" }))).toEqual(["short", "long"]);
    expect(names(pod("old", { age: 2000 }), pod("young", { age: 1999 }))).toEqual(["young", "old"]);
    expect(names(pod("steady", { age: 1 }), pod("restless", { restarts: 1 }))).toEqual(["restless", "steady"]);
  });
});

it("counts only active pods towards a node's crowding", () => {
  const crowded: Parts = { ready: HOUR, node: "crowded" };
  const other: Parts = { ready: HOUR, node: "other" };
  const ended = { phase: "Succeeded", node: "crowded" };
  expect(order(crowded, other, [crowded, crowded, other])).toEqual(["a", "b"]);
  expect(order(other, crowded, [ended, ended, ended, crowded, other, other])).toEqual(["a", "b"]);
});
