import type { Pod } from "kubernetes-types/core/v1";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startLivingCluster } from "../testing/cluster.ts";
import type { DaemonSet } from "./kinds.ts";

type PodObject = Pod & ApiObject;

const AGENT = "apps/v1/daemonsets/agent";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startLivingCluster(["daemonset-controller"], { simulatedNodes: 3 });
  // The default node, on which nothing runs, would interfere with the test.
  await cluster.remove("v1/nodes/n1");
});
afterEach(() => cluster.stop());

async function make(spec: Record<string, unknown> = {}): Promise<void> {
  const template = {
    metadata: { labels: { app: "agent" } },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ name: "c", image: "app:1" }] },
  };
  await cluster.make({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "agent" },
    spec: { selector: { matchLabels: { app: "agent" } }, template, ...spec },
  });
}

const becomes = (holds: (set: DaemonSet) => boolean): Promise<DaemonSet> => cluster.becomes<DaemonSet>(AGENT, holds);
const isOn =
  (count: number) =>
  ({ metadata, status }: DaemonSet): boolean =>
    status?.observedGeneration === metadata.generation &&
    status?.desiredNumberScheduled === count &&
    (status?.numberAvailable ?? 0) === count &&
    (status?.updatedNumberScheduled ?? 0) === count;
const places = async (): Promise<string[]> =>
  (await cluster.list<PodObject>("v1/pods"))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ spec }) => `${spec?.nodeName} ${spec?.containers[0]?.image}`)
    .sort();

describe("DaemonSet controller", () => {
  it("runs a pod on each eligible node, including new nodes", async () => {
    await make();
    await becomes(isOn(3));
    expect(await places()).toEqual(["node-1 app:1", "node-2 app:1", "node-3 app:1"]);
    await cluster.patch("v1/nodes/node-2", { spec: { taints: [{ key: "only", effect: "NoExecute" }] } });
    await becomes(isOn(2));
    await cluster.become<PodObject>("v1/pods", (pods) => pods.every(({ spec }) => spec?.nodeName !== "node-2"));
    await cluster.patch("v1/nodes/node-2", { spec: { taints: null } });
    await becomes(isOn(3));
  });

  it("performs a rolling update one node at a time and keeps the old template as a revision", async () => {
    await make();
    await becomes(isOn(3));
    const template = { spec: { containers: [{ name: "c", image: "app:2" }] } };
    await cluster.patch(AGENT, { spec: { template } });
    await becomes(isOn(3));
    expect(await places()).toEqual(["node-1 app:2", "node-2 app:2", "node-3 app:2"]);
    const revisions = await cluster.list<ApiObject & { revision: number }>("apps/v1/controllerrevisions");
    expect(revisions.map(({ revision }) => revision).sort()).toEqual([1, 2]);
  });

  it("creates new pods before deleting old ones if maxSurge is set", async () => {
    await make({ updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
    await becomes(isOn(3));
    await cluster.patch(AGENT, { spec: { template: { spec: { containers: [{ name: "c", image: "app:2" }] } } } });
    await becomes(isOn(3));
    await cluster.become<PodObject>("v1/pods", (pods) => pods.length === 3);
    expect(await places()).toEqual(["node-1 app:2", "node-2 app:2", "node-3 app:2"]);
  });

  it("counts revisions that are still used by pods towards the history limit", async () => {
    await make({ updateStrategy: { type: "OnDelete" }, revisionHistoryLimit: 1 });
    await becomes(isOn(3));
    for (const image of ["app:2", "app:3"]) {
      await cluster.patch(AGENT, { spec: { template: { spec: { containers: [{ name: "c", image }] } } } });
      await becomes(({ metadata, status }) => status?.observedGeneration === metadata.generation);
    }
    const left = await cluster.become<ApiObject & { revision: number }>(
      "apps/v1/controllerrevisions",
      (revisions) => revisions.length === 2,
    );
    expect(left.map(({ revision }) => revision).sort()).toEqual([1, 3]);
  });

  it("keeps only the newest of several revisions with the same template and relabels its pods", async () => {
    const HASH = "controller-revision-hash";
    await make();
    await becomes(isOn(3));
    const [first] = await cluster.list<ApiObject & { revision: number }>("apps/v1/controllerrevisions");
    const { ownerReferences, labels } = first?.metadata ?? {};
    const { [HASH]: hash, ...others } = labels ?? {};
    expect(hash).toBeDefined();
    const second = {
      ...first,
      apiVersion: "apps/v1",
      kind: "ControllerRevision",
      metadata: { name: "second", labels: others, ownerReferences },
      revision: 7,
    };
    await cluster.make(second as unknown as ApiObject);
    await cluster.patch("v1/nodes/node-2", { metadata: { labels: { news: "for-the-controller" } } });
    await cluster.become<ApiObject>(
      "apps/v1/controllerrevisions",
      ([only, ...more]) => more.length === 0 && only?.metadata.labels?.[HASH] === "second",
    );
    const pods = await cluster.list<PodObject>("v1/pods");
    expect(pods.map(({ metadata }) => metadata.labels?.[HASH])).toEqual(["second", "second", "second"]);
    await becomes(isOn(3));
  });

  it("does not touch an adopted pod that is unscheduled", async () => {
    const spec = { schedulerName: "other-scheduler", containers: [{ name: "c", image: "app:1" }] };
    const metadata = { name: "stray", labels: { app: "agent" } };
    await cluster.make({ apiVersion: "v1", kind: "Pod", metadata, spec } as unknown as ApiObject);
    await make();
    await becomes(isOn(3));
    const stray = await cluster.get<PodObject>("v1/pods/stray");
    expect(stray?.metadata.ownerReferences).toHaveLength(1);
    expect(stray?.metadata.deletionTimestamp).toBeUndefined();
  });

  it("runs pods only on nodes that match its node selector", async () => {
    await cluster.becomes("v1/nodes/node-3", () => true);
    await cluster.patch("v1/nodes/node-3", { metadata: { labels: { disk: "ssd" } } });
    await make();
    await becomes(isOn(3));
    await cluster.patch(AGENT, { spec: { template: { spec: { nodeSelector: { disk: "ssd" } } } } });
    await becomes(isOn(1));
    expect(await places()).toEqual(["node-3 app:1"]);
  });
});
