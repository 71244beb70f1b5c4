import type { Pod } from "kubernetes-types/core/v1";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";

type PodObject = Pod & ApiObject;

let cluster: Cluster;
let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  cluster = await startCluster(["pod-garbage-collector-controller"], { now: () => Date.now() + ahead });
});
afterEach(() => cluster.stop());

const make = (name: string, spec: Record<string, unknown> = {}, finalizers: string[] = []): Promise<ApiObject> =>
  cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, finalizers },
    spec: { containers: [{ name: "c", image: "app:1" }], ...spec },
  });

/** Deletes a node, which makes the collector run at once. */
async function look(): Promise<void> {
  await cluster.make({ apiVersion: "v1", kind: "Node", metadata: { name: "other" } });
  await cluster.remove("v1/nodes/other");
}

const becomes = (holds: (pod: PodObject) => boolean): Promise<PodObject> =>
  cluster.becomes<PodObject>("v1/pods/p", holds);

describe("Pod garbage collector", () => {
  it("sets a pod to Failed when it is deleted before it was scheduled", async () => {
    await make("p", {}, ["example.org/counted"]);
    await cluster.remove("v1/pods/p");
    await look();
    const pod = await becomes(({ status }) => status?.phase === "Failed");
    expect((pod.status?.conditions ?? []).map(({ type }) => type)).not.toContain("DisruptionTarget");
    expect(pod.metadata.deletionTimestamp).toBeDefined();
  });

  it("deletes the other pods of a missing node when one may not be deleted", async () => {
    for (const name of ["a", "b", "c"]) await make(name, { nodeName: "n1" });
    await cluster.refuse("DELETE", "", "pods", "b");
    await cluster.remove("v1/nodes/n1");
    await look();
    ahead = 41_000;
    await look();
    const [left] = await cluster.become<PodObject>("v1/pods", (pods) => pods.length === 1);
    expect(left?.metadata.name).toBe("b");
  });

  it("keeps the transition time of an earlier DisruptionTarget condition", async () => {
    await make("p", { nodeName: "n1" }, ["example.org/counted"]);
    const before = { type: "DisruptionTarget", status: "True", lastTransitionTime: "2020-01-01T00:00:00Z" };
    await cluster.patch("v1/pods/p/status", { status: { conditions: [before] } });
    await cluster.remove("v1/nodes/n1");
    await look();
    expect((await becomes(() => true)).status?.phase).toBe("Pending");
    ahead = 41_000;
    await look();
    const pod = await becomes(({ status }) => status?.phase === "Failed");
    const words = { reason: "DeletionByPodGC", message: "PodGC: node no longer exists" };
    expect(pod.status?.conditions).toContainEqual(expect.objectContaining({ ...before, ...words }));
  });

  it("fails the pods of a node that has been missing long enough and records the reason", async () => {
    await make("p", { nodeName: "n1" }, ["example.org/counted"]);
    await cluster.remove("v1/nodes/n1");
    await look();
    expect((await becomes(() => true)).status?.phase).toBe("Pending");
    ahead = 41_000;
    await look();
    const pod = await becomes(({ status }) => status?.phase === "Failed");
    expect(pod.status?.conditions).toContainEqual(
      expect.objectContaining({
        type: "DisruptionTarget",
        status: "True",
        reason: "DeletionByPodGC",
        message: "PodGC: node no longer exists",
      }),
    );
  });
});

it("deletes evicted pods before older ones", async () => {
  const own = await startCluster(["pod-garbage-collector-controller"], { terminatedPodGcThreshold: 2 });
  try {
    for (const [name, reason] of [
      ["a-oldest", "Error"],
      ["b-middle", "Error"],
      ["c-evicted", "Evicted"],
    ]) {
      const spec = { nodeName: "n1", containers: [{ name: "c", image: "app:1" }] };
      await own.make({ apiVersion: "v1", kind: "Pod", metadata: { name }, spec } as ApiObject);
      await own.patch(`v1/pods/${name}/status`, { status: { phase: "Failed", reason } });
    }
    await own.make({ apiVersion: "v1", kind: "Node", metadata: { name: "other" } });
    await own.remove("v1/nodes/other");
    const left = await own.become<PodObject>("v1/pods", (pods) => pods.length === 2);
    expect(left.map(({ metadata }) => metadata.name)).toEqual(["a-oldest", "b-middle"]);
  } finally {
    await own.stop();
  }
});
