import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster, startLivingCluster, waitFor } from "../testing/cluster.ts";
import type { StatefulSet } from "./kinds.ts";

type PodObject = Pod & ApiObject;

const DB = "apps/v1/statefulsets/db";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startLivingCluster(["statefulset-controller"]);
});
afterAll(() => cluster.stop());
beforeEach(() => cluster.enterFresh());

const image = (name: string) => ({ template: { spec: { containers: [{ name: "c", image: name }] } } });

async function make(replicas: number, spec: Record<string, unknown> = {}): Promise<void> {
  const template = {
    metadata: { labels: { app: "db" } },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ name: "c", image: "app:1" }] },
  };
  await cluster.make({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db" },
    spec: { replicas, serviceName: "db", selector: { matchLabels: { app: "db" } }, template, ...spec },
  });
}

const dataClaim = {
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};
/** The status that a node would report for a ready pod. */
const READY = {
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }],
  },
};

const becomes = (holds: (set: StatefulSet) => boolean): Promise<StatefulSet> => cluster.becomes<StatefulSet>(DB, holds);
const isWhole = ({ spec, status, metadata }: StatefulSet): boolean =>
  status?.observedGeneration === metadata.generation &&
  (status?.availableReplicas ?? 0) === spec.replicas &&
  (status?.replicas ?? 0) === spec.replicas;
const images = async (): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(
    (await cluster.list<PodObject>("v1/pods")).map(({ metadata, spec }) => [
      metadata.name ?? "",
      spec?.containers[0]?.image,
    ]),
  );

describe("StatefulSet controller", () => {
  it("creates pods one at a time with ordinal names", async () => {
    await make(3);
    const set = await becomes(isWhole);
    const pods = await cluster.list<PodObject>("v1/pods");
    expect(pods.map(({ metadata }) => metadata.name).sort()).toEqual(["db-0", "db-1", "db-2"]);
    for (const { metadata, spec } of pods) {
      const { name = "" } = metadata;
      expect(metadata.labels).toMatchObject({
        "statefulset.kubernetes.io/pod-name": name,
        "apps.kubernetes.io/pod-index": name.slice(3),
        "controller-revision-hash": set.status?.updateRevision,
      });
      expect(spec).toMatchObject({ hostname: name, subdomain: "db" });
    }
    const times = Object.fromEntries(
      pods.map(({ metadata, status }) => [metadata.name, [metadata.creationTimestamp, status?.startTime]]),
    );
    expect(String(times["db-1"]?.[0]) >= String(times["db-0"]?.[1])).toBe(true);
    const creations = [0, 1, 2].map((i) => `SuccessfulCreate: create Pod db-${i} in StatefulSet db successful`);
    expect(await cluster.recorded("db", ...creations)).toEqual(creations);
  });

  it("scales down from the highest ordinal and updates from the highest ordinal down to the partition", async () => {
    await make(3);
    await becomes(isWhole);
    await cluster.patch(DB, { spec: { replicas: 2 } });
    await becomes(isWhole);
    expect(Object.keys(await images()).sort()).toEqual(["db-0", "db-1"]);
    await cluster.patch(DB, { spec: { updateStrategy: { rollingUpdate: { partition: 1 } }, ...image("app:2") } });
    await becomes((set) => isWhole(set) && set.status?.updatedReplicas === 1);
    expect(await images()).toEqual({ "db-0": "app:1", "db-1": "app:2" });
    await cluster.patch(DB, { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } });
    const set = await becomes((each) => isWhole(each) && each.status?.updatedReplicas === 2);
    expect(await images()).toEqual({ "db-0": "app:2", "db-1": "app:2" });
    expect(set.status?.currentRevision).toBe(set.status?.updateRevision);
    const revisions = await cluster.list<ApiObject & { revision: number }>("apps/v1/controllerrevisions");
    expect(revisions.map(({ revision }) => revision).sort()).toEqual([1, 2]);
  });

  it("creates pods in parallel and from a start ordinal if specified", async () => {
    await make(2, { podManagementPolicy: "Parallel", ordinals: { start: 5 } });
    await becomes(isWhole);
    expect(Object.keys(await images()).sort()).toEqual(["db-5", "db-6"]);
  });

  it("recreates a deleted pod under the same name", async () => {
    await make(1);
    await becomes(isWhole);
    const before = (await cluster.get<PodObject>("v1/pods/db-0"))?.metadata.uid;
    await cluster.remove("v1/pods/db-0");
    await cluster.becomes<PodObject>(
      "v1/pods/db-0",
      ({ metadata, status }) => metadata.uid !== before && status?.phase === "Running",
    );
  });

  it("recreates a terminated pod and emits only the deletion event", async () => {
    await make(1);
    await becomes(isWhole);
    const before = (await cluster.get<PodObject>("v1/pods/db-0"))?.metadata.uid;
    await cluster.server.request("PATCH", `${cluster.url("v1/pods/db-0")}/status`, {
      body: { status: { phase: "Failed", reason: "Evicted" } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    await cluster.becomes<PodObject>(
      "v1/pods/db-0",
      ({ metadata, status }) => metadata.uid !== before && status?.phase === "Running",
    );
    const steps = [
      "SuccessfulCreate: create Pod db-0 in StatefulSet db successful",
      "SuccessfulDelete: delete Pod db-0 in StatefulSet db successful",
    ];
    expect(new Set(await cluster.recorded("db", ...steps))).toEqual(new Set(steps));
  });

  it("creates claims for its pods and applies the claim retention policy", async () => {
    await make(1, {
      volumeClaimTemplates: [dataClaim],
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
    });
    const claim = await cluster.becomes<ApiObject>(
      "v1/persistentvolumeclaims/data-db-0",
      ({ metadata }) => metadata.ownerReferences !== undefined,
    );
    expect(claim.metadata.ownerReferences).toMatchObject([{ kind: "StatefulSet", name: "db" }]);
    const pod = await cluster.becomes<PodObject>("v1/pods/db-0", () => true);
    expect(pod.spec?.volumes).toContainEqual({ name: "data", persistentVolumeClaim: { claimName: "data-db-0" } });
    await cluster.recorded("db", "SuccessfulCreate: create Claim data-db-0 Pod db-0 in StatefulSet db success");
  });

  it("updates the owners of claims when the retention policy changes and reports it as a pod update", async () => {
    await make(1, { volumeClaimTemplates: [dataClaim] });
    await cluster.becomes<PodObject>("v1/pods/db-0", ({ status }) => status?.phase === "Pending");
    await cluster.patch("v1/pods/db-0/status", READY);
    await becomes(isWhole);
    await cluster.patch(DB, { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" } } });
    await cluster.becomes(
      "v1/persistentvolumeclaims/data-db-0",
      ({ metadata }) => metadata.ownerReferences?.length === 1,
    );
    await cluster.recorded("db", "SuccessfulUpdate: update Pod db-0 in StatefulSet db successful");
  });

  it("creates the pods of a parallel set in growing batches and stops after a rejection", async () => {
    const quota = { hard: { pods: "0" } };
    await cluster.make({ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q" }, spec: quota });
    await cluster.patch("v1/resourcequotas/q/status", { status: { hard: quota.hard, used: { pods: "0" } } });
    const owned = {
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
      volumeClaimTemplates: [dataClaim],
    };
    await make(4, { podManagementPolicy: "Parallel", ...owned });
    await cluster.recorded(
      "db",
      /^FailedCreate: create Pod db-0 in StatefulSet db failed error: pods "db-0" is forbidden/,
    );
    const [claim, ...others] = await cluster.become<ApiObject>("v1/persistentvolumeclaims", ([one]) =>
      (one?.metadata.ownerReferences ?? []).some(({ name }) => name === "db"),
    );
    expect([claim?.metadata.name, others.length]).toEqual(["data-db-0", 0]);
    expect((await cluster.events("db")).filter((event) => event.includes("db-1"))).toEqual([]);
  });

  it("reports a pod whose claims are rejected and creates it once they are accepted", async () => {
    const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    const quota = { hard: { "requests.storage": "1Mi" } };
    await cluster.make({ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q" }, spec: quota });
    await cluster.patch("v1/resourcequotas/q/status", {
      status: { hard: quota.hard, used: { "requests.storage": "0" } },
    });
    await make(1, { volumeClaimTemplates: ["data", "logs"].map((name) => ({ metadata: { name }, spec: claim })) });
    const refusal = (name: string) =>
      `failed to create PVC ${name}-db-0: persistentvolumeclaims "${name}-db-0" is forbidden: exceeded quota: q, requested: requests.storage=1Gi, used: requests.storage=0, limited: requests.storage=1Mi`;
    await cluster.recorded(
      "db",
      `FailedCreate: create Pod db-0 in StatefulSet db failed error: [${refusal("data")}, ${refusal("logs")}]`,
    );
    await cluster.recorded(
      "db",
      /^FailedCreate: create Claim data-db-0 for Pod db-0 in StatefulSet db failed error: pers/,
    );
    expect(await cluster.list("v1/pods")).toEqual([]);
    await cluster.remove("v1/resourcequotas/q");
    await cluster.becomes<PodObject>("v1/pods/db-0", () => true);
  });
});

it("updates several pods at once up to maxUnavailable", async () => {
  const featureGates = { APIServerIdentity: "false", MaxUnavailableStatefulSet: "true" };
  const own = await startCluster(["statefulset-controller"], { featureGates });
  try {
    const containers = [{ name: "c", image: "app:1" }];
    await own.make({
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      metadata: { name: "db" },
      spec: {
        ...{ replicas: 5, serviceName: "db", podManagementPolicy: "Parallel" },
        selector: { matchLabels: { app: "db" } },
        template: { metadata: { labels: { app: "db" } }, spec: { containers } },
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "50%" } },
      },
    } as ApiObject);
    await own.become<PodObject>("v1/pods", (pods) => pods.length === 5);
    await own.runPods();
    await own.becomes<StatefulSet>(DB, ({ status }) => status?.readyReplicas === 5);
    await own.patch(DB, { spec: image("app:2") });
    const leaving = (pods: readonly PodObject[]): (string | undefined)[] =>
      pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined).map(({ metadata }) => metadata.name);
    const pods = await own.become<PodObject>("v1/pods", (all) => leaving(all).length >= 2);
    expect(leaving(pods).sort()).toEqual(["db-3", "db-4"]);
  } finally {
    await own.stop();
  }
});

it("updates a parallel set's pods once they are ready, without waiting for availability", async () => {
  const own = await startCluster(["statefulset-controller"]);
  try {
    await own.make({
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      metadata: { name: "db" },
      spec: {
        ...{ replicas: 2, serviceName: "db", podManagementPolicy: "Parallel", minReadySeconds: 1000 },
        selector: { matchLabels: { app: "db" } },
        template: { metadata: { labels: { app: "db" } }, spec: { containers: [{ name: "c", image: "app:1" }] } },
      },
    } as ApiObject);
    await own.become<PodObject>("v1/pods", (pods) => pods.length === 2);
    await own.runPods();
    await own.becomes<StatefulSet>(DB, ({ status }) => status?.readyReplicas === 2);
    await own.patch(DB, { spec: image("app:2") });
    const set = await waitFor(
      async () => {
        await own.runPods();
        return own.get<StatefulSet>(DB);
      },
      (each) => each?.status?.updatedReplicas === 2 && each.status.readyReplicas === 2,
    );
    expect(set?.status).toMatchObject({ availableReplicas: 0, currentRevision: set?.status?.updateRevision });
  } finally {
    await own.stop();
  }
});
