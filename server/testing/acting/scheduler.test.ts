import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const PODS = { group: "", version: "v1", resource: "pods", namespace: "default" };
const NODES = { group: "", version: "v1", resource: "nodes" };
const EVENTS = { group: "events.k8s.io", version: "v1", resource: "events", namespace: "default" };
const PRIORITIES = { group: "scheduling.k8s.io", version: "v1", resource: "priorityclasses" };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ scheduler: true });
  const account = { metadata: { name: "default" }, automountServiceAccountToken: false };
  await client().create({ ...PODS, resource: "serviceaccounts" }, account);
});
afterAll(() => server.stop());

const client = () => server.running.client;

async function addNode(name: string, cpu: string, spec: Record<string, unknown> = {}): Promise<void> {
  const node = await client().create(NODES, { metadata: { name, labels: { "kubernetes.io/hostname": name } }, spec });
  const allocatable = { cpu, memory: "8Gi", pods: "20" };
  const ref = { ...NODES, name, subresource: "status" };
  await client().update(ref, { ...node, status: { capacity: allocatable, allocatable } });
  // New nodes are tainted as not ready until a client removes the taint.
  await client().patch({ ...NODES, name }, { spec: { taints: spec["taints"] ?? null } });
}

async function addPod(name: string, cpu: string, spec: Record<string, unknown> = {}): Promise<ApiObject> {
  const container = { name: "c", image: "registry.example/app:1", resources: { requests: { cpu } } };
  return client().create(PODS, { metadata: { name }, spec: { containers: [container], ...spec } });
}

/** Waits until a pod satisfies a condition. */
async function podThat(name: string, holds: (pod: Pod) => boolean): Promise<Pod> {
  const stream = await server.watch(
    `/api/v1/namespaces/default/pods?watch=true&fieldSelector=metadata.name%3D${name}&timeoutSeconds=20`,
  );
  for await (const { object } of stream) {
    const pod = narrow<Pod>(object as ApiObject);
    if (!holds(pod)) continue;
    stream.close();
    return pod;
  }
  throw new Error(`${name} never came to that`);
}

/** The notes of the Events about a pod, once there are `count` of them. */
async function notes(name: string, count: number): Promise<ApiObject[]> {
  for (;;) {
    const { items } = await client().list(EVENTS);
    const own = items.filter(({ regarding }) => (regarding as { name?: string }).name === name);
    if (own.length >= count) return own;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const scheduled = ({ status }: Pod) => status?.conditions?.find(({ type }) => type === "PodScheduled");

describe("the scheduler", () => {
  it("sets a condition when there are no nodes, and schedules the pod when one is added", async () => {
    await addPod("early", "500m");
    const waiting = await podThat("early", (pod) => scheduled(pod)?.status === "False");
    expect(scheduled(waiting)).toMatchObject({
      reason: "Unschedulable",
      message: "no nodes available to schedule pods",
    });
    await addNode("n1", "2");
    const placed = await podThat("early", ({ spec }) => spec?.nodeName === "n1");
    expect(scheduled(placed)?.status).toBe("True");
    const events = await notes("early", 2);
    expect(events.at(-1)).toMatchObject({
      action: "Binding",
      reason: "Scheduled",
      note: "Successfully assigned default/early to n1",
      type: "Normal",
      reportingController: "default-scheduler",
      reportingInstance: expect.stringMatching(/^default-scheduler-./) as string,
      regarding: { apiVersion: "v1", kind: "Pod", namespace: "default", name: "early", uid: placed.metadata?.uid },
    });
  });

  it("reports why a pod is unschedulable, and retries when a node grows", async () => {
    await addNode("n2", "1", { taints: [{ key: "only", value: "x", effect: "NoSchedule" }] });
    await addPod("big", "3");
    const message =
      "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {only: x}. preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.";
    const waiting = await podThat("big", (pod) => scheduled(pod)?.status === "False");
    expect(scheduled(waiting)?.message).toBe(message);
    expect(waiting.metadata?.managedFields?.map(({ manager }) => manager)).toContain("kube-scheduler");
    expect(await notes("big", 1)).toMatchObject([{ action: "Scheduling", note: message, type: "Warning" }]);
    const allocatable = { cpu: "8", memory: "8Gi", pods: "20" };
    await client().patch({ ...NODES, name: "n1", subresource: "status" }, { status: { allocatable } });
    await podThat("big", ({ spec }) => spec?.nodeName === "n1");
  });

  it("ignores gated pods and pods of other schedulers", async () => {
    await addPod("other", "1m", { schedulerName: "somebody-else" });
    await addPod("gated", "1m", { schedulingGates: [{ name: "example.org/wait" }] });
    await addPod("after", "1m");
    await podThat("after", ({ spec }) => spec?.nodeName === "n1");
    for (const name of ["other", "gated"]) {
      expect(narrow<Pod>(await client().get({ ...PODS, name })).spec?.nodeName).toBeUndefined();
    }
    await client().patch({ ...PODS, name: "gated" }, { spec: { schedulingGates: null } });
    await podThat("gated", ({ spec }) => spec?.nodeName === "n1");
  });

  it("preempts a pod of lower priority", async () => {
    await client().create(PRIORITIES, { metadata: { name: "high" }, value: 1000 });
    await addNode("n3", "1", { taints: [{ key: "small", effect: "NoSchedule" }] });
    const there = {
      tolerations: [{ key: "small", operator: "Exists" }],
      nodeSelector: { "kubernetes.io/hostname": "n3" },
    };
    await addPod("low", "800m", there);
    await podThat("low", ({ spec }) => spec?.nodeName === "n3");
    const vip = await addPod("vip", "800m", { ...there, priorityClassName: "high" });
    const gone = await podThat("low", ({ metadata }) => metadata?.deletionTimestamp !== undefined);
    expect(gone.status?.conditions).toContainEqual(
      expect.objectContaining({
        type: "DisruptionTarget",
        status: "True",
        reason: "PreemptionByScheduler",
        message: "default-scheduler: preempting to accommodate a higher priority pod",
      }),
    );
    await podThat("vip", ({ status }) => status?.nominatedNodeName === "n3");
    const events = await notes("low", 2);
    expect(events.map(({ note }) => note)).toContain(`Preempted by pod ${vip.metadata.uid} on node n3`);
    // The kubelet confirms the deletion.
    await client()
      .delete({ ...PODS, name: "low" }, { gracePeriodSeconds: 0 })
      .catch((error: unknown) => expect(isApiError(error, "NotFound")).toBe(true));
    await podThat("vip", ({ spec }) => spec?.nodeName === "n3");
  });

  it("binds volume claims that wait for their first consumer before the pod", async () => {
    const claims = { ...PODS, resource: "persistentvolumeclaims" };
    const volumes = { group: "", version: "v1", resource: "persistentvolumes" };
    const asked = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    const wait = { volumeBindingMode: "WaitForFirstConsumer" };
    for (const [name, provisioner] of [
      ["there", "kubernetes.io/no-provisioner"],
      ["made", "example.org/maker"],
    ]) {
      const classes = { group: "storage.k8s.io", version: "v1", resource: "storageclasses" };
      await client().create(classes, { metadata: { name: name ?? "" }, provisioner, ...wait });
      await client().create(claims, { metadata: { name: name ?? "" }, spec: { ...asked, storageClassName: name } });
    }
    const required = {
      nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["n1"] }] }],
    };
    const makeVolume = (name: string, storageClassName: string) =>
      client().create(volumes, {
        metadata: { name },
        spec: {
          capacity: { storage: "1Gi" },
          accessModes: ["ReadWriteOnce"],
          storageClassName,
          local: { path: `/${name}` },
          nodeAffinity: { required },
        },
      });
    const volume = await makeVolume("disk", "there");
    await client().update(
      { ...volumes, name: "disk", subresource: "status" },
      { ...volume, status: { phase: "Available" } },
    );
    const mounted = ["there", "made"].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
    await addPod("stateful", "1m", { volumes: mounted });

    const claimed = await server.watch("/api/v1/persistentvolumes?watch=true&fieldSelector=metadata.name%3Ddisk");
    for await (const { object } of claimed) {
      const { claimRef } = (object as ApiObject)["spec"] as { claimRef?: { name: string } };
      if (claimRef?.name === "there") break;
    }
    claimed.close();
    const selected = await server.watch(
      "/api/v1/namespaces/default/persistentvolumeclaims?watch=true&fieldSelector=metadata.name%3Dmade",
    );
    for await (const { object } of selected) {
      if (object.metadata?.annotations?.["volume.kubernetes.io/selected-node"] === "n1") break;
    }
    selected.close();
    expect(narrow<Pod>(await client().get({ ...PODS, name: "stateful" })).spec?.nodeName).toBeUndefined();
    await makeVolume("new", "made");
    for (const [name, volumeName] of [
      ["there", "disk"],
      ["made", "new"],
    ]) {
      const annotations = { "pv.kubernetes.io/bind-completed": "yes" };
      await client().patch({ ...claims, name: name ?? "" }, { metadata: { annotations }, spec: { volumeName } });
    }
    await podThat("stateful", ({ spec }) => spec?.nodeName === "n1");
  });

  it("schedules other pods while one waits for its volume, and can be stopped meanwhile", async () => {
    const claims = { ...PODS, resource: "persistentvolumeclaims" };
    const asked = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    await client().create(claims, { metadata: { name: "never" }, spec: { ...asked, storageClassName: "made" } });
    await addPod("waits", "1m", { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "never" } }] });
    await addPod("does-not", "1m");
    await podThat("does-not", ({ spec }) => spec?.nodeName === "n1");
    const waits = narrow<Pod>(await client().get({ ...PODS, name: "waits" }));
    expect([waits.spec?.nodeName, scheduled(waits)]).toEqual([undefined, undefined]);
  });
});
