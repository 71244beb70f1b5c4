import type { Node, Pod } from "kubernetes-types/core/v1";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";
import { readiness, unknownConditions } from "./nodeHealth.ts";
import { changedTaints, repellingChange } from "./nodeTaints.ts";
import { tolerated } from "./taintEviction.ts";

type NodeObject = Node & ApiObject;
type PodObject = Pod & ApiObject;

const NODE = "v1/nodes/n1";

let cluster: Cluster;
let ahead = 0;

/** Writes the status that a node's agent would report. */
function report(ready: string, node = NODE): Promise<ApiObject> {
  const time = timestamp(Date.now() + ahead);
  const words = { reason: "Told", message: "told", lastHeartbeatTime: time, lastTransitionTime: time };
  return cluster.patch(`${node}/status`, { status: { conditions: [{ type: "Ready", status: ready, ...words }] } });
}

/** Adds a second, ready node: without one, no pod is evicted. */
async function addReadyNode(): Promise<void> {
  await cluster.make({ apiVersion: "v1", kind: "Node", metadata: { name: "n2" } });
  await report("True", "v1/nodes/n2");
}

/**
 * Advances the time until the node counts as silent. The controller counts from when it notices a report, not from the
 * report itself.
 */
async function untilSilent(): Promise<void> {
  await cluster.becomes<NodeObject>(NODE, (node) => {
    const isSilent = readiness(node) === "Unknown";
    if (!isSilent) ahead += 70_000;
    return isSilent;
  });
}

const taints = ({ spec }: NodeObject): string[] =>
  (spec?.taints ?? []).map(({ key, effect }) => `${key.replace("node.kubernetes.io/", "")}:${effect}`).sort();

/** Places a pod on the node. @param seconds for how long it tolerates each taint */
const placeTolerating = (name: string, seconds: Readonly<Record<string, number>>) =>
  cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: {
      nodeName: "n1",
      containers: [{ name: "c", image: "app:1" }],
      tolerations: Object.entries(seconds).map(([key, tolerationSeconds]) => ({
        key,
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds,
      })),
    },
  });

/** The same for the taints of a node that is not ready or silent. */
const place = (name: string, seconds: number) =>
  placeTolerating(name, { "node.kubernetes.io/not-ready": seconds, "node.kubernetes.io/unreachable": seconds });

describe("Node lifecycle controller", () => {
  beforeEach(async () => {
    ahead = 0;
    cluster = await startCluster(["node-lifecycle-controller", "taint-eviction-controller"], {
      now: () => Date.now() + ahead,
      nodeMonitorPeriod: 20,
      nodeEvictionRate: 1000,
    });
  });
  afterEach(() => cluster.stop());

  it("removes the not-ready taint from a new node once it is ready, and taints a not-ready node", async () => {
    await addReadyNode();
    await report("True");
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).length === 0);
    await report("False");
    await cluster.becomes<NodeObject>(
      NODE,
      (node) => taints(node).join() === "not-ready:NoExecute,not-ready:NoSchedule",
    );
    await cluster.patch(NODE, { spec: { unschedulable: true } });
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).includes("unschedulable:NoSchedule"));
    await cluster.patch(NODE, { spec: { unschedulable: false } });
    await report("True");
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).length === 0);
  });

  it("gives a node the former names of its labels", async () => {
    await cluster.make({
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "n3", labels: { "kubernetes.io/os": "linux", "beta.kubernetes.io/os": "other" } },
    });
    const labels = { "kubernetes.io/os": "linux", "beta.kubernetes.io/os": "linux" };
    await cluster.becomes<NodeObject>("v1/nodes/n3", ({ metadata }) => deepEqual(metadata.labels, labels));
    await cluster.patch("v1/nodes/n3", { metadata: { labels: { "kubernetes.io/arch": "arm64" } } });
    await cluster.becomes<NodeObject>("v1/nodes/n3", ({ metadata }) => {
      return metadata.labels?.["beta.kubernetes.io/arch"] === "arm64";
    });
  });

  it("marks the other pods of an unresponsive node when one cannot be written", async () => {
    await report("True");
    for (const name of ["a", "b", "c"]) await place(name, 3600);
    await cluster.runPods();
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).length === 0);
    await cluster.refuse("UPDATE", "", "pods/status", "b");
    await untilSilent();
    const readyOf = ({ status }: PodObject): string | undefined =>
      status?.conditions?.find(({ type }) => type === "Ready")?.status;
    for (const name of ["a", "c"])
      await cluster.becomes<PodObject>(`v1/pods/${name}`, (pod) => readyOf(pod) === "False");
    expect(readyOf((await cluster.get<PodObject>("v1/pods/b")) as PodObject)).toBe("True");
  });

  it("sets the conditions of an unresponsive node to Unknown and marks its pods not ready", async () => {
    await report("True");
    await place("web", 3600);
    await cluster.runPods();
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).length === 0);
    await untilSilent();
    await addReadyNode();
    const node = await cluster.becomes<NodeObject>(NODE, (each) => taints(each).includes("unreachable:NoExecute"));
    expect(node.status?.conditions?.find(({ type }) => type === "Ready")).toMatchObject({
      status: "Unknown",
      reason: "NodeStatusUnknown",
      message: "Kubelet stopped posting node status.",
    });
    await cluster.becomes<PodObject>("v1/pods/web", ({ status }) =>
      (status?.conditions ?? []).some(({ type, status: truth }) => type === "Ready" && truth === "False"),
    );
    await cluster.recorded("web", "NodeNotReady: Node is not ready");
    await cluster.recorded("n1", "NodeNotReady: Node n1 status is now: NodeNotReady");
  });

  it("evicts no pods while no node is ready and resumes when one is", async () => {
    await report("True");
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).length === 0);
    await report("False");
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).join() === "not-ready:NoSchedule");
    await addReadyNode();
    const node = await cluster.becomes<NodeObject>(NODE, (each) => taints(each).includes("not-ready:NoExecute"));
    expect(node.spec?.taints?.every(({ timeAdded }) => timeAdded !== undefined)).toBe(true);
  });

  it("emits events for registered and removed nodes", async () => {
    await cluster.recorded("n1", "RegisteredNode: Node n1 event: Registered Node n1 in Controller");
    await cluster.remove(NODE);
    await cluster.recorded("n1", "RemovingNode: Node n1 event: Removing Node n1 from Controller");
  });

  it("evicts pods from a not-ready node after their toleration seconds", async () => {
    await addReadyNode();
    await report("True");
    await place("short", 0);
    await place("long", 3600);
    await report("False");
    const gone = await cluster.becomes<PodObject>(
      "v1/pods/short",
      ({ metadata }) => metadata.deletionTimestamp !== undefined,
    );
    expect(gone.status?.conditions?.find(({ type }) => type === "DisruptionTarget")).toMatchObject({
      status: "True",
      reason: "DeletionByTaintManager",
      message: "Taint manager: deleting due to NoExecute taint",
    });
    await cluster.recorded("short", "TaintManagerEviction: Marking for deletion Pod default/short");
    const events = await cluster.list<ApiObject & { readonly involvedObject: object }>("v1/events");
    expect(events.find(({ involvedObject: of }) => (of as { name?: string }).name === "short")?.involvedObject).toEqual(
      {
        apiVersion: "v1",
        kind: "Pod",
        namespace: "default",
        name: "short",
      },
    );
    await report("True");
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).length === 0);
    expect((await cluster.get<PodObject>("v1/pods/long"))?.metadata.deletionTimestamp).toBeUndefined();
    await cluster.recorded("long", "TaintManagerEviction: Cancelling deletion of Pod default/long");
  });

  it("keeps a waiting pod's eviction time when another taint is tolerated for no time", async () => {
    const leaves = (name: string) =>
      cluster.becomes<PodObject>(`v1/pods/${name}`, ({ metadata }) => metadata.deletionTimestamp !== undefined);
    const taint = (...keys: string[]) =>
      cluster.patch(NODE, { spec: { taints: keys.map((key) => ({ key, effect: "NoExecute" })) } });
    await addReadyNode();
    await report("True");
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).length === 0);
    await placeTolerating("kept", { first: 3600, second: 0 });
    await placeTolerating("early", { first: 0, second: 3600 });
    await placeTolerating("late", { first: 3600 });
    await taint("first");
    await leaves("early");
    await taint("first", "second");
    await leaves("late");
    expect((await cluster.get<PodObject>("v1/pods/kept"))?.metadata.deletionTimestamp).toBeUndefined();
  });

  it("emits an event for a cancelled deletion when a pod disappears before its toleration expires", async () => {
    await addReadyNode();
    await report("True");
    await place("other", 3600);
    await report("False");
    await cluster.becomes<NodeObject>(NODE, (node) => taints(node).includes("not-ready:NoExecute"));
    await cluster.remove("v1/pods/other", { gracePeriodSeconds: 0 });
    await cluster.recorded("other", "TaintManagerEviction: Cancelling deletion of Pod default/other");
  });
});

it("keeps the order of an unresponsive node's conditions", () => {
  const condition = (type: string, status: string) => ({ type, status });
  const conditions = [condition("DiskPressure", "False"), condition("Other", "True"), condition("Ready", "True")];
  const told = unknownConditions({ status: { conditions } }, 0) ?? [];
  expect(told.map(({ type, status }) => `${type} ${status}`)).toEqual([
    "DiskPressure Unknown",
    "Other True",
    "Ready Unknown",
    "MemoryPressure Unknown",
    "PIDPressure Unknown",
  ]);
  expect(unknownConditions({ status: { conditions: told } }, 1)).toBeUndefined();
  const reported = [condition("Ready", "Unknown"), condition("DiskPressure", "True")];
  expect(unknownConditions({ status: { conditions: reported } }, 1)).toBeUndefined();
});

describe("NoSchedule taints", () => {
  const vocabulary = createVocabulary();
  const only = { key: "only", value: "x", effect: "NoExecute" };
  const pressure = { key: "node.kubernetes.io/memory-pressure", effect: "NoSchedule" };

  it("are derived from node conditions and coexist with other taints", () => {
    const node = { spec: { taints: [only] }, status: { conditions: [{ type: "MemoryPressure", status: "True" }] } };
    const change = repellingChange(node as Node, vocabulary);
    expect(changedTaints(node as Node, change, 0)).toEqual([only, { ...pressure, timeAdded: "1970-01-01T00:00:00Z" }]);
  });

  it("are removed with their conditions without affecting NoExecute taints", () => {
    const evicting = { key: "node.kubernetes.io/not-ready", effect: "NoExecute" };
    const node = { spec: { taints: [only, pressure, evicting] } };
    const change = repellingChange(node as Node, vocabulary);
    expect(changedTaints(node as Node, change, 0)).toEqual([only, evicting]);
    expect(repellingChange({ spec: { taints: [only] } } as Node, vocabulary)).toEqual({ add: [], remove: [] });
  });
});

describe("tolerated", () => {
  const taint = { key: "k", value: "v", effect: "NoExecute" };
  it.each([
    ["no taint", [], undefined],
    ["a taint with another key", [{ key: "x", operator: "Exists" }], undefined],
    ["a taint with another value", [{ key: "k", value: "w" }], undefined],
    ["a taint with another effect", [{ key: "k", operator: "Exists", effect: "NoSchedule" }], undefined],
    ["every taint", [{ operator: "Exists" }], Number.POSITIVE_INFINITY],
    ["the taint for a limited time", [{ key: "k", value: "v", effect: "NoExecute", tolerationSeconds: 3 }], 3000],
    [
      "the taint by two tolerations, of which the first applies",
      [
        { operator: "Exists", tolerationSeconds: 5 },
        { key: "k", operator: "Exists", tolerationSeconds: 2 },
      ],
      5000,
    ],
    ["the taint for a negative time", [{ operator: "Exists", tolerationSeconds: -1 }], 0],
  ])("checks a pod that tolerates %s", (_, tolerations, milliseconds) => {
    expect(tolerated(tolerations, [taint])).toBe(milliseconds);
  });
});
