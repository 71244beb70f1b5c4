import type { DeploymentCondition } from "kubernetes-types/apps/v1";
import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster, waitFor } from "../testing/cluster.ts";
import { conditionOf as conditionIn, type Deployment, type ReplicaSet, sumDesired } from "./kinds.ts";

const WEB = "apps/v1/deployments/web";
const SETS = "apps/v1/replicasets";

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster(["deployment-controller", "replicaset-controller", "resourcequota-controller"]);
});
afterAll(() => cluster.stop());
beforeEach(() => cluster.enterFresh());

const template = (image: string): Record<string, unknown> => ({
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "c", image }] },
});
const image = (name: string) => ({ spec: { template: { spec: { containers: [{ name: "c", image: name }] } } } });

const make = (replicas: number, spec: Record<string, unknown> = {}): Promise<Deployment> =>
  cluster.make({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: { replicas, selector: { matchLabels: { app: "web" } }, template: template("app:1"), ...spec },
  });

/** Makes pods ready until the deployment satisfies the predicate. */
const runUntil = (holds: (deployment: Deployment) => boolean): Promise<Deployment | undefined> =>
  waitFor(
    async () => {
      await cluster.runPods();
      return cluster.get<Deployment>(WEB);
    },
    (deployment) => deployment !== undefined && holds(deployment),
  );

const isDone = ({ metadata, spec, status }: Deployment): boolean =>
  status?.observedGeneration === metadata.generation &&
  (status?.replicas ?? 0) === spec.replicas &&
  (status?.updatedReplicas ?? 0) === spec.replicas &&
  (status?.availableReplicas ?? 0) === spec.replicas;

const conditionOf = (deployment: Deployment | undefined, type: string): DeploymentCondition | undefined =>
  conditionIn(deployment?.status, type);

const sets = (): Promise<ReplicaSet[]> => cluster.list<ReplicaSet>(SETS);
const becomes = (holds: (web: Deployment) => boolean): Promise<Deployment> => cluster.becomes<Deployment>(WEB, holds);

/** The wanted size of each revision. */
const sizes = async (): Promise<Record<string, number | undefined>> =>
  Object.fromEntries(
    (await sets()).map(({ metadata, spec }) => [
      metadata.annotations?.["deployment.kubernetes.io/revision"] ?? "none",
      spec.replicas,
    ]),
  );

describe("Deployment controller", () => {
  it("creates a replica set and reports the rollout as complete", async () => {
    await make(2);
    const deployment = await runUntil(isDone);
    const [set] = await sets();
    const hash = set?.metadata.labels?.["pod-template-hash"];
    expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/);
    expect(set).toMatchObject({
      metadata: {
        name: `web-${hash}`,
        labels: { app: "web", "pod-template-hash": hash },
        annotations: {
          "deployment.kubernetes.io/desired-replicas": "2",
          "deployment.kubernetes.io/max-replicas": "3",
          "deployment.kubernetes.io/revision": "1",
        },
        ownerReferences: [{ kind: "Deployment", name: "web", controller: true, blockOwnerDeletion: true }],
      },
      spec: { replicas: 2, selector: { matchLabels: { app: "web", "pod-template-hash": hash } } },
    });
    expect(deployment?.metadata.annotations?.["deployment.kubernetes.io/revision"]).toBe("1");
    expect(conditionOf(deployment, "Available")).toMatchObject({ status: "True", reason: "MinimumReplicasAvailable" });
    expect(conditionOf(deployment, "Progressing")).toMatchObject({
      status: "True",
      reason: "NewReplicaSetAvailable",
      message: `ReplicaSet "web-${hash}" has successfully progressed.`,
    });
    const scaling = `ScalingReplicaSet: Scaled up replica set web-${hash} from 0 to 2`;
    expect(await cluster.recorded("web", scaling)).toEqual([scaling]);
  });

  it("rolls out a new template, and rolls back to the first replica set under a new revision", async () => {
    await make(3);
    await runUntil(isDone);
    await cluster.patch(WEB, image("app:2"));
    await runUntil(isDone);
    expect(await sizes()).toEqual({ 1: 0, 2: 3 });
    await cluster.patch(WEB, image("app:1"));
    await runUntil(isDone);
    expect(await sizes()).toEqual({ 2: 0, 3: 3 });
    const newest = (await sets()).find(({ spec }) => spec.replicas === 3);
    expect(newest?.metadata.annotations?.["deployment.kubernetes.io/revision-history"]).toBe("1");
    for (const { spec } of await cluster.list<Pod & ApiObject>("v1/pods"))
      expect(spec?.containers[0]?.image).toBe("app:1");
  });

  it("keeps its replica set when a template only states an amount in another way", async () => {
    const withMemory = (memory: string) => ({
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "c", image: "app:1", resources: { requests: { memory } } }] },
      },
    });
    await make(1, withMemory("1Gi"));
    await runUntil(isDone);
    await cluster.patch(WEB, { spec: { replicas: 2, ...withMemory("1073741824") } });
    await runUntil(isDone);
    expect(await sizes()).toEqual({ 1: 2 });
  });

  it("keeps the old pods until the new ones are ready and reports an exceeded progress deadline", async () => {
    await make(4, { progressDeadlineSeconds: 2, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } });
    await runUntil(isDone);
    await cluster.patch(WEB, image("app:2"));
    await becomes(({ status }) => status?.updatedReplicas === 2);
    expect(await sizes()).toEqual({ 1: 3, 2: 2 });
    const late = await becomes((web) => conditionOf(web, "Progressing")?.reason === "ProgressDeadlineExceeded");
    expect(conditionOf(late, "Progressing")).toMatchObject({ status: "False" });
    expect(conditionOf(late, "Available")).toMatchObject({ status: "True" });
    await runUntil(isDone);
    expect(await sizes()).toEqual({ 1: 0, 2: 4 });
  });

  it("waits for the old pods to terminate before creating new ones with strategy Recreate", async () => {
    await make(2, { strategy: { type: "Recreate" } });
    await runUntil(isDone);
    await cluster.patch(WEB, image("app:2"));
    await cluster.become<ReplicaSet>(SETS, (sets) => sets.every(({ spec }) => spec.replicas === 0));
    await cluster.become("v1/pods", (pods) => pods.every(({ metadata }) => metadata.deletionTimestamp !== undefined));
    expect(await sizes()).toEqual({ 1: 0 });
    await runUntil(isDone);
    expect(await sizes()).toEqual({ 1: 0, 2: 2 });
  });

  it("only scales while paused, proportionally in the middle of a rollout", async () => {
    await make(4, { strategy: { rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } } });
    await runUntil(isDone);
    await cluster.patch(WEB, image("app:2"));
    await becomes(({ status }) => status?.updatedReplicas === 2);
    await cluster.patch(WEB, { spec: { paused: true } });
    await becomes((web) => conditionOf(web, "Progressing")?.reason === "DeploymentPaused");
    await cluster.patch(WEB, { spec: { replicas: 10 } });
    await cluster.become<ReplicaSet>(SETS, (sets) => sumDesired(sets) === 12);
    expect(await sizes()).toEqual({ 1: 8, 2: 4 });
    await cluster.patch(WEB, { spec: { paused: false } });
    await runUntil(isDone);
    expect(await sizes()).toEqual({ 1: 0, 2: 10 });
  });

  it("rolls back to an earlier template and its annotations when the rollback annotation is set", async () => {
    await make(1);
    await runUntil(isDone);
    await cluster.patch(WEB, { metadata: { annotations: { cause: "first" } } });
    await cluster.become<ReplicaSet>(SETS, ([set]) => set?.metadata.annotations?.cause === "first");
    await cluster.patch(WEB, { metadata: { annotations: { cause: "second", other: "x" } }, ...image("app:2") });
    await runUntil(isDone);
    const rollback = "deprecated.deployment.rollback.to";
    await cluster.patch(WEB, { metadata: { annotations: { [rollback]: "0" } } });
    const back = await runUntil((web) => isDone(web) && web.spec.template.spec?.containers[0]?.image === "app:1");
    expect(back?.metadata.annotations).toEqual({ cause: "first", "deployment.kubernetes.io/revision": "3" });
    expect((await sets()).map(({ metadata }) => metadata.annotations?.cause).sort()).toEqual(["first", "second"]);
    await cluster.patch(WEB, { metadata: { annotations: { [rollback]: "-7" } } });
    await becomes(({ metadata }) => metadata.annotations?.[rollback] === undefined);
    await cluster.patch(WEB, { metadata: { annotations: { [rollback]: "3" } } });
    await becomes(({ metadata }) => metadata.annotations?.[rollback] === undefined);
    await cluster.recorded(
      "web",
      'DeploymentRollback: Rolled back deployment "web" to revision 1',
      "DeploymentRollbackRevisionNotFound: Unable to find the revision to rollback to.",
      'DeploymentRollbackTemplateUnchanged: The rollback revision contains the same template as current deployment "web"',
    );
  });

  it("updates the newest replica set's annotations while the deployment is being deleted", async () => {
    await make(1);
    await runUntil(isDone);
    await cluster.patch(WEB, { metadata: { finalizers: ["example.com/keep"] } });
    await cluster.remove(WEB);
    await cluster.patch(WEB, { metadata: { annotations: { cause: "late" } } });
    await cluster.become<ReplicaSet>(SETS, ([set]) => set?.metadata.annotations?.cause === "late");
  });

  it("keeps as many old revisions as revisionHistoryLimit allows", async () => {
    await make(1, { revisionHistoryLimit: 1 });
    for (const name of ["app:2", "app:3", "app:4"]) {
      await runUntil(isDone);
      await cluster.patch(WEB, image(name));
    }
    await runUntil(isDone);
    await cluster.become<ReplicaSet>(SETS, (sets) => sets.length === 2);
    expect(await sizes()).toEqual({ 3: 0, 4: 1 });
  });

  it("reports ReplicaFailure while the quota rejects pods and clears it afterwards", async () => {
    await cluster.make({
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "q" },
      spec: { hard: { pods: "1" } },
    });
    await make(2);
    const refused = await becomes((web) => conditionOf(web, "ReplicaFailure") !== undefined);
    expect(conditionOf(refused, "ReplicaFailure")).toMatchObject({ status: "True", reason: "FailedCreate" });
    expect(conditionOf(refused, "ReplicaFailure")?.message).toContain("exceeded quota: q");
    await cluster.patch("v1/resourcequotas/q", { spec: { hard: { pods: "9" } } });
    const done = await runUntil(isDone);
    expect(conditionOf(done, "ReplicaFailure")).toBeUndefined();
  });

  it("adopts a matching replica set and releases one that its selector no longer matches", async () => {
    await make(1);
    await runUntil(isDone);
    const [set] = await sets();
    const path = `${SETS}/${set?.metadata.name}`;
    await cluster.patch(path, { metadata: { ownerReferences: [] } });
    await cluster.becomes(path, ({ metadata }) => metadata.ownerReferences?.[0]?.name === "web");
    await cluster.patch(path, { metadata: { labels: { app: "other" } } });
    await cluster.becomes(path, ({ metadata }) => metadata.ownerReferences === undefined);
  });
});
