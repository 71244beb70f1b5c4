import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { capacityOf } from "./capacity.ts";
import { recentChanges } from "./changes.ts";
import { nodeTiles } from "./nodeTiles.ts";
import { KINDS, type Kind, objectFinding } from "./objectFinding.ts";
import { summarize } from "./summarize.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const OLD = "2026-03-01T11:00:00Z";
const none = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, ApiObject[]>;
const owned = (uid: string) => [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: uid, uid, controller: true }];
const crashing = (name: string, owner: string): ApiObject => ({
  metadata: { name, namespace: "shop", uid: name, ownerReferences: owned(owner) },
  status: { phase: "Running", containerStatuses: [{ state: { waiting: { reason: "CrashLoopBackOff" } } }] },
});
const state = (kind: Kind, object: object) =>
  objectFinding(kind, { metadata: { creationTimestamp: OLD }, ...object }, NOW).state;
const condition = (type: string, status: string, more: object = {}) => ({ conditions: [{ type, status, ...more }] });

describe("summarize", () => {
  it("counts by kind and lists a problem of one owner once, worst first", () => {
    const short: ApiObject = {
      metadata: { name: "web", uid: "d", creationTimestamp: OLD },
      spec: { replicas: 3 },
      status: { availableReplicas: 1 },
    };
    const pods = [crashing("a", "rs"), crashing("b", "rs"), crashing("c", "other")];
    const { tallies, troubles } = summarize({ ...none, Deployment: [short], Pod: pods }, NOW);
    expect(tallies.Pod).toEqual({ bad: 3, attention: 0, working: 0, good: 0, total: 3 });
    expect(troubles.map(({ kind, object, count }) => [kind, object.metadata.name, count])).toEqual([
      ["Pod", "a", 2],
      ["Pod", "c", 1],
      ["Deployment", "web", 1],
    ]);
    expect(troubles[2]?.finding.cause).toEqual({ id: "replicasShort", values: { have: 1, want: 3 } });
  });

  it("counts one cause once regardless of the current waiting reason", () => {
    const waiting = (name: string, reason: string): ApiObject => ({
      metadata: { name, namespace: "shop", uid: name, ownerReferences: owned("rs") },
      status: { phase: "Pending", containerStatuses: [{ image: "a", state: { waiting: { reason } } }] },
    });
    const pods = [waiting("a", "ErrImagePull"), waiting("b", "ImagePullBackOff"), crashing("c", "rs")];
    expect(summarize({ ...none, Pod: pods }, NOW).troubles.map(({ count }) => count)).toEqual([2, 1]);
  });

  it("lists pods without an owner once per namespace if the scheduler says the same of them", () => {
    const unscheduled = (namespace: string, name: string, message: string): ApiObject => ({
      metadata: { name, namespace, uid: `${namespace}/${name}` },
      status: {
        phase: "Pending",
        conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }],
      } as object,
    });
    const full = "0/3 nodes are available: 3 Insufficient cpu.";
    const Pod = [
      ...["a", "b", "c"].map((name) => unscheduled("shop", name, full)),
      unscheduled("shop", "d", "0/3 nodes are available: 3 Too many pods."),
      unscheduled("dev", "a", full),
    ];
    const { troubles } = summarize({ ...none, Pod }, NOW);
    expect(troubles.map(({ object, count }) => [object.metadata.uid, count])).toEqual([
      ["dev/a", 1],
      ["shop/a", 3],
      ["shop/d", 1],
    ]);
  });

  it("omits an under-replicated workload if its own pods show the cause", () => {
    const short = (name: string): ApiObject => ({
      metadata: { name, namespace: "shop", uid: name, creationTimestamp: OLD },
      spec: { replicas: 2 },
      status: { availableReplicas: 0 },
    });
    const pod = crashing("web-5d-x", "web-5d");
    const ofWeb = { ...pod, metadata: { ...pod.metadata, labels: { "pod-template-hash": "5d" } } };
    const { tallies, troubles } = summarize({ ...none, Pod: [ofWeb], Deployment: [short("web"), short("cart")] }, NOW);
    expect(tallies.Deployment.attention).toBe(2);
    expect(troubles.map(({ object, workload }) => [object.metadata.name, workload])).toEqual([
      ["web-5d-x", { kind: "Deployment", name: "web" }],
      ["cart", undefined],
    ]);
    const late = { conditions: [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded" }] };
    const tooLate = (name: string) => ({ ...short(name), status: late });
    const both = summarize({ ...none, Pod: [ofWeb], Deployment: [tooLate("web"), tooLate("cart")] }, NOW);
    expect(both.troubles.map(({ object }) => object.metadata.name)).toEqual(["web-5d-x", "cart"]);
    const elsewhere = { ...ofWeb, metadata: { ...ofWeb.metadata, namespace: "other" } };
    expect(summarize({ ...none, Pod: [elsewhere], Deployment: [short("web")] }, NOW).troubles).toHaveLength(2);
  });

  it("says what keeps a deployment from progressing, also at once", () => {
    const [type, message] = ["Progressing", "metadata.name: Invalid value"];
    const fresh = (reason: string, status: string): ApiObject => ({
      metadata: { name: "web", creationTimestamp: "2026-03-01T11:59:50Z" },
      spec: { replicas: 1 },
      status: { conditions: [{ type, status, reason, message }] },
    });
    const cause = { id: "said", values: { message } };
    const found = (reason: string, status: string) => objectFinding("Deployment", fresh(reason, status), NOW);
    expect(found("ReplicaSetCreateError", "False")).toEqual({ state: "bad", word: "ReplicaSetCreateError", cause });
    expect(found("ProgressDeadlineExceeded", "False")).toMatchObject({ state: "bad", cause });
    expect(found("DeploymentPaused", "Unknown").word).toBe("Progressing");
  });

  it("reevaluates when a time limit passes", () => {
    const fresh: ApiObject = {
      metadata: { creationTimestamp: "2026-03-01T11:59:50Z" },
      spec: { replicas: 1 },
      status: {},
    };
    expect(objectFinding("Deployment", fresh, NOW).state).toBe("working");
    expect(objectFinding("Deployment", fresh, NOW + 60_000).state).toBe("attention");
  });

  it.each<[string, Kind, object]>([
    ["bad", "Deployment", { status: condition("ReplicaFailure", "True", { message: "exceeded quota" }) }],
    ["bad", "Job", { status: condition("Failed", "True", { reason: "BackoffLimitExceeded" }) }],
    ["good", "Job", { status: condition("Complete", "True") }],
    ["working", "Job", { status: { active: 1, startTime: OLD } }],
    ["attention", "Job", { status: { startTime: OLD } }],
    ["bad", "Node", { status: condition("Ready", "Unknown") }],
    ["good", "Node", { status: condition("Ready", "True") }],
    ["attention", "Node", { spec: { unschedulable: true }, status: condition("Ready", "True") }],
    ["attention", "PersistentVolumeClaim", { status: { phase: "Pending" } }],
    ["bad", "PersistentVolumeClaim", { status: { phase: "Lost" } }],
    ["attention", "DaemonSet", { status: { desiredNumberScheduled: 2, numberReady: 1 } }],
    ["good", "StatefulSet", { spec: { replicas: 2 }, status: { readyReplicas: 2 } }],
  ])("finds %s: %s %j", (expected, kind, object) => {
    expect(state(kind, object)).toBe(expected);
  });
});

describe("recentChanges", () => {
  const written = (manager: string, time: string, more: object = {}) => ({
    manager,
    time,
    fieldsV1: { "f:spec": {} },
    ...more,
  });

  it("lists new and changed objects with their authors, newest first", () => {
    const web: ApiObject = {
      kind: "Deployment",
      metadata: {
        uid: "w",
        creationTimestamp: OLD,
        managedFields: [
          written("kubectl", OLD),
          written("hpa", "2026-03-01T11:30:00Z", { subresource: "scale" }),
          written("deployment-controller", "2026-03-01T11:40:00Z", { subresource: "status" }),
        ],
      },
      spec: { replicas: 5, template: { spec: { containers: [{ image: "shop/web:2" }] } } },
    };
    const pods = ["a", "b"].map((uid): ApiObject => {
      const managedFields = [written("replicaset-controller", "2026-03-01T11:45:00Z")];
      const metadata = { uid, creationTimestamp: "2026-03-01T11:45:00Z", managedFields, ownerReferences: owned("rs") };
      return { kind: "Pod", metadata };
    });
    expect(
      recentChanges([web, ...pods], 10).map(({ verb, manager, summary, count }) => [verb, manager, summary, count]),
    ).toEqual([
      ["created", "replicaset-controller", "", 2],
      ["scaled", "hpa", "5 × shop/web:2", 1],
    ]);
  });
});

describe("Large cluster", () => {
  const COUNT = 10_000;
  const nodes = Array.from(
    { length: 100 },
    (_, i): ApiObject => ({
      metadata: { name: `n${i}`, uid: `n${i}` },
      status: { allocatable: { cpu: "4", memory: "8Gi", pods: "110" }, ...condition("Ready", "True") },
    }),
  );
  const pods = Array.from(
    { length: COUNT },
    (_, i): ApiObject => ({
      metadata: { name: `p${i}`, namespace: "shop", uid: `p${i}`, creationTimestamp: OLD },
      spec: { nodeName: `n${i % 100}`, containers: [{ resources: { requests: { cpu: "100m", memory: "64Mi" } } }] },
      status: { phase: i % 10 === 0 ? "Failed" : "Running", ...condition("Ready", "True") },
    }),
  );

  it("is summarized correctly", () => {
    const { tallies } = summarize({ ...none, Node: nodes, Pod: pods }, NOW);
    expect(tallies.Pod).toMatchObject({ bad: 1_000, good: 9_000 });
    const { allocatable, requested } = capacityOf(nodes, pods);
    expect(allocatable.cpu).toBe(400);
    expect(requested.cpu).toBeCloseTo(900);
    expect(requested.memory).toBe(9_000 * 64 * 1024 * 1024);
    const tiles = nodeTiles(nodes, pods, 1_500, NOW);
    expect(tiles[0]).toMatchObject({ name: "n0", total: 100, counts: { bad: 100 } });
    expect(tiles.flatMap(({ dots }) => dots)).toHaveLength(1_500);
  });

  it("is summarized again without reevaluating unchanged objects", () => {
    let reads = 0;
    const counted = pods.map(
      (pod): ApiObject => ({
        metadata: pod.metadata,
        get status() {
          reads += 1;
          return pod["status"];
        },
      }),
    );
    const first = () => summarize({ ...none, Pod: counted }, NOW);
    first();
    const after = reads;
    expect(after).toBeGreaterThanOrEqual(COUNT);
    first();
    expect(reads).toBe(after);
  });
});
