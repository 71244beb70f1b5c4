import type { Namespace, Node } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster, startLivingCluster, waitFor } from "../../acting/controllers/testing/cluster.ts";
import { MERGE, phaseOf, pod } from "./gatedPods.ts";

const GATES = ["PodDeletionCost", "OrderedNamespaceDeletion", "SeparateTaintEvictionController"];

describe.each(["true", "false"])("feature gates of controllers set to %s", (on) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(["replicaset-controller", "namespace-controller", "node-lifecycle-controller"], {
      featureGates: Object.fromEntries(GATES.map((gate) => [gate, on])),
    });
  });
  afterAll(() => cluster.stop());
  beforeEach(() => cluster.enterFresh());

  it("PodDeletionCost: whether the pod with the lower cost is deleted first", async () => {
    const labels = { app: "a" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
    await cluster.make({
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      metadata: { name: "r" },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    });
    await cluster.patch("apps/v1/replicasets/r", { spec: { replicas: 2 } });
    await cluster.becomes("apps/v1/replicasets/r", ({ status }) => (status as { replicas?: number }).replicas === 2);
    // One of them has a low deletion cost; the other one has restarted, which matters less.
    const [cheap, broken] = (await cluster.list("v1/pods")).map(({ metadata }) => metadata.name ?? "");
    const cost = { "controller.kubernetes.io/pod-deletion-cost": "-5" };
    await cluster.patch(`v1/pods/${cheap}`, { metadata: { annotations: cost } });
    const containerStatuses = [{ name: "c", image: "i", imageID: "", ready: false, restartCount: 3 }];
    await cluster.patch(`v1/pods/${broken}/status`, { status: { containerStatuses } });
    await cluster.patch("apps/v1/replicasets/r", { spec: { replicas: 1 } });
    await cluster.becomes("apps/v1/replicasets/r", ({ status }) => (status as { replicas?: number }).replicas === 1);
    const left = (await cluster.list("v1/pods")).map(({ metadata }) => metadata.name);
    expect(left).toEqual([on === "true" ? broken : cheap]);
  });

  it("OrderedNamespaceDeletion: whether pods are deleted before other objects", async () => {
    const { request } = cluster.server;
    const place = "/api/v1/namespaces/n";
    await request("POST", "/api/v1/namespaces", { body: { metadata: { name: "n" } } });
    await request("POST", `${place}/serviceaccounts`, { body: { metadata: { name: "default" } } });
    await request("POST", `${place}/configmaps`, { body: { metadata: { name: "served" } } });
    const held = { ...pod({}), metadata: { name: "p", finalizers: ["example.com/held"] } };
    await request("POST", `${place}/pods`, { body: held });
    await request("DELETE", place);
    const status = async (path: string): Promise<number> => (await request("GET", path)).status;
    const conditions = async () =>
      ((await request("GET", place)).body as { status?: Namespace["status"] }).status?.conditions ?? [];
    const remaining = await waitFor(conditions, (list) =>
      list.some((one) => one.type === "NamespaceContentRemaining" && one.status === "True"),
    );
    expect(remaining.find(({ type }) => type === "NamespaceContentRemaining")?.message).toBe(
      "Some resources are remaining: pods. has 1 resource instances",
    );
    expect(await status(`${place}/configmaps/served`)).toBe(on === "true" ? 200 : 404);
    await request("PATCH", `${place}/pods/p`, { headers: MERGE, body: { metadata: { finalizers: null } } });
    await waitFor(
      () => status(place),
      (code) => code === 404,
    );
  });

  it("SeparateTaintEvictionController: whether the node lifecycle controller leaves evictions to a separate one", async () => {
    const spec = { nodeName: "n1", containers: [{ name: "c", image: "i" }] };
    await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec });
    await cluster.patch("v1/nodes/n1", {
      spec: { unschedulable: true, taints: [{ key: "out", effect: "NoExecute" }] },
    });
    if (on === "false") {
      await waitFor(
        async () =>
          (await cluster.get("v1/pods/p"))?.metadata.deletionTimestamp ??
          (await cluster.get("v1/pods/p")) === undefined,
        (gone) => gone !== false,
      );
    } else {
      // The controller has handled the taint when it has marked the node, which accepts no pods.
      await cluster.becomes<Node & ApiObject>("v1/nodes/n1", ({ spec: seen }) => (seen?.taints ?? []).length > 1);
      expect((await cluster.get("v1/pods/p"))?.metadata.deletionTimestamp).toBeUndefined();
    }
  });
});

describe("HonorPVReclaimPolicy", () => {
  it.each(["true", "false"])("%s: whether a deleted volume waits for the deletion of its disk", async (on) => {
    const cluster = await startLivingCluster(
      ["persistentvolume-binder-controller", "persistentvolume-protection-controller"],
      { featureGates: { HonorPVReclaimPolicy: on } },
    );
    try {
      const provisioner = "simulation.orrery/disk";
      const apiVersion = "storage.k8s.io/v1";
      await cluster.make({ apiVersion, kind: "StorageClass", metadata: { name: "k" }, provisioner });
      await cluster.make({
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "c" },
        spec: {
          storageClassName: "k",
          accessModes: ["ReadWriteOnce"],
          resources: { requests: { storage: "1Gi" } },
        },
      });
      const [volume] = await cluster.become(
        "v1/persistentvolumes",
        ([one]) => one !== undefined && phaseOf(one) === "Bound",
      );
      expect(volume?.metadata.finalizers?.includes(provisioner)).toBe(on === "true");
    } finally {
      await cluster.stop();
    }
  });
});
