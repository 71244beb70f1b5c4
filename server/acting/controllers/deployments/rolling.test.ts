import { expect, it } from "vitest";
import { ApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { rolloutAnnotations } from "./annotations.ts";
import type { Deployment, ReplicaSet } from "./kinds.ts";
import { rollingStep } from "./rolling.ts";
import { Rollout, type RolloutTools } from "./rollout.ts";

const image = (name: string) => ({
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "c", image: name }] },
});

function setOf(name: string, replicas: number, status: { available: number; isCurrent: boolean }): ReplicaSet {
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name,
      uid: name,
      namespace: "default",
      generation: 5,
      creationTimestamp: "2026-01-01T00:00:00Z",
      annotations: { "deployment.kubernetes.io/revision": name.slice(1) },
    },
    spec: { replicas, selector: { matchLabels: { app: "web" } }, template: image(name) },
    status: {
      replicas: status.available,
      availableReplicas: status.available,
      observedGeneration: status.isCurrent ? 5 : 4,
    },
  };
}

/** Four pods are wanted, one may be unavailable, and v3 is the newest. @returns the sizes that one step writes */
async function sizesAfterStep(
  sets: readonly ReplicaSet[],
  onWrite: (name: string) => void = () => undefined,
): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  const deployment: Deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "default", annotations: { "deployment.kubernetes.io/revision": "3" } },
    spec: {
      replicas: 4,
      selector: { matchLabels: { app: "web" } },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 3, maxUnavailable: 1 } },
      template: image("v3"),
    },
  };
  const write = async ({ name }: { name: string }, object: ReplicaSet) => {
    if (object.kind === "ReplicaSet") {
      onWrite(name);
      sizes[name] = object.spec.replicas ?? 0;
    }
    return object;
  };
  const tools = {
    client: { update: write },
    recorder: { record: () => undefined },
    annotations: rolloutAnnotations(createVocabulary()),
    hashLabel: "pod-template-hash",
    now: () => 0,
  } as unknown as RolloutTools;
  await rollingStep(await Rollout.of(tools, deployment, sets));
  return sizes;
}

const newest = setOf("v3", 3, { available: 0, isCurrent: true });
const unhealthy = setOf("v2", 1, { available: 0, isCurrent: true });

it("does not count pods as available that a replica set's new size has already removed", async () => {
  const shrunk = setOf("v1", 3, { available: 4, isCurrent: false });
  const sizes = await sizesAfterStep([shrunk, unhealthy, newest]);
  expect(sizes).toMatchObject({ v2: 0 });
  expect(sizes.v1 ?? 3).toBe(3);
});

it("ignores a replica set's status that was observed for an older size", async () => {
  const regrown = setOf("v1", 4, { available: 4, isCurrent: false });
  expect((await sizesAfterStep([regrown, unhealthy, newest])).v1 ?? 4).toBe(4);
});

it("deletes surplus available pods", async () => {
  const settled = setOf("v1", 4, { available: 4, isCurrent: true });
  expect(await sizesAfterStep([settled, newest])).toMatchObject({ v1: 3 });
});

it("does not update a replica set whose size stays the same only because its recorded surge differs", async () => {
  const full = setOf("v1", 4, { available: 0, isCurrent: false });
  const noted = { ...newest.metadata.annotations, "deployment.kubernetes.io/max-replicas": "5" };
  const growing = { ...newest, metadata: { ...newest.metadata, annotations: noted } };
  expect(await sizesAfterStep([full, growing])).not.toHaveProperty("v3");
});

it("continues when updating an old replica set is forbidden, so that the deployment's status is written", async () => {
  const refuse = (name: string): void => {
    if (name === "v1") throw new ApiError(403, "Forbidden", "v1 is kept");
  };
  const settled = setOf("v1", 4, { available: 4, isCurrent: true });
  expect(await sizesAfterStep([settled, newest], refuse)).toEqual({});
});
