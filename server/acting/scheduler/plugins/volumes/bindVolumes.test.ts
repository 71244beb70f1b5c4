import { beforeEach, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import { manualTimers } from "../../../../ground/timing/testing/manualTimers.ts";
import { type BindVolumesParts, bindVolumes } from "./bindVolumes.ts";

const SELECTED = "volume.kubernetes.io/selected-node";
const pod = { namespace: "n", name: "p", node: "node-1" };
const claim = { metadata: { name: "c", namespace: "n", uid: "uid-c", resourceVersion: "1" }, spec: {} };
const volume = { metadata: { name: "v", resourceVersion: "2" }, spec: {} };

type Stored = Record<"claims" | "volumes" | "pods" | "nodes", ApiObject | undefined>;

let stored: Stored;
let timers: ReturnType<typeof manualTimers>;
let parts: BindVolumesParts;
beforeEach(() => {
  stored = {
    claims: claim,
    volumes: volume,
    pods: { metadata: { name: "p" } },
    nodes: { metadata: { name: "node-1" } },
  };
  timers = manualTimers();
  const informer = (kind: keyof typeof stored) => ({
    get: () => stored[kind],
    follow: () => ({ synced: Promise.resolve(), stop: () => undefined }),
  });
  const update = async ({ resource }: { resource: string }, written: ApiObject): Promise<ApiObject> => {
    stored[resource === "persistentvolumes" ? "volumes" : "claims"] = written;
    return written;
  };
  parts = {
    client: { update },
    claims: informer("claims"),
    volumes: informer("volumes"),
    pods: informer("pods"),
    nodes: informer("nodes"),
    vocabulary: createVocabulary(),
    timers,
    timeout: 600_000,
    signal: new AbortController().signal,
  } as unknown as BindVolumesParts;
});

/** Lets time pass after the bindings were written. @returns the error that ends the binding */
async function failure(plan: Parameters<typeof bindVolumes>[1], change: Partial<Stored>, time = 1000): Promise<string> {
  const failed = bindVolumes(parts, plan, pod).then(
    () => "bound",
    (error: Error) => error.message,
  );
  await new Promise(setImmediate);
  Object.assign(stored, change);
  timers.advance(time);
  return failed;
}

const provisioning = { bind: [], provision: [claim] };
const binding = { bind: [{ claim, volume }], provision: [] };

it("reports a timeout while binding volumes", async () => {
  expect(await failure(provisioning, {}, 600_000)).toBe("binding volumes: context deadline exceeded");
});

it("waits until the caches show what was written", async () => {
  const annotations = { [SELECTED]: "node-1", "pv.kubernetes.io/bind-completed": "yes" };
  const claims = { metadata: { ...claim.metadata, annotations }, spec: { volumeName: "v" } };
  expect(await failure(provisioning, { claims })).toBe("bound");
});

it.each([
  ["the pod is deleted", { pods: undefined }, 'pod does not exist any more: pod "p" not found'],
  ["the node is deleted", { nodes: undefined }, 'failed to get node "node-1": node "node-1" not found'],
  [
    "the claim is deleted",
    { claims: undefined },
    'failed to check provisioning pvc: could not find v1.PersistentVolumeClaim "n/c"',
  ],
  [
    "the provisioner gives up",
    { claims: { ...claim, metadata: { ...claim.metadata, annotations: {} } } },
    'provisioning failed for PVC "c"',
  ],
  ["the annotations are removed", { claims: claim }, 'selectedNode annotation reset for PVC "c"'],
])("ends the wait for a provisioner when %s", async (_, change, message) => {
  expect(await failure(provisioning, change)).toBe(`binding volumes: ${message}`);
});

const elsewhere = {
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["b"] }] }] },
};

it.each([
  [
    "the claim is deleted",
    { claims: undefined },
    'failed to check binding: could not find v1.PersistentVolumeClaim "n/c"',
  ],
  ["the volume is deleted", { volumes: undefined }, 'failed to check binding: could not find v1.PersistentVolume "v"'],
  ["the reference is reset", { volumes: volume }, 'ClaimRef got reset for pv "v"'],
  [
    "the volume is out of reach",
    { volumes: { ...volume, spec: { nodeAffinity: elsewhere } } as ApiObject },
    'pv "v" node affinity doesn\'t match node "node-1": no matching NodeSelectorTerms',
  ],
])("ends the wait for a volume when %s", async (_, change, message) => {
  expect(await failure(binding, change)).toBe(`binding volumes: ${message}`);
});

it("reports a volume that is gone before it is written like the API", async () => {
  stored.volumes = undefined;
  expect(await failure(binding, {})).toBe('persistentvolumes "v" not found');
});
