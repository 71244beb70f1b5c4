import type { ReplicaSet } from "kubernetes-types/apps/v1";
import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { type ManualTimers, manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import type { InformedParts } from "../controller.ts";
import { replicaSetController } from "./replicaSets.ts";
import { debounceFor } from "./startReplicas.ts";

const START = Date.parse("2026-01-02T03:00:00Z");
const SELECTED = { app: "web" };

const owner = {
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  metadata: { namespace: "default", name: "web", uid: "web-uid", generation: 1, resourceVersion: "1" },
  spec: {
    replicas: 1,
    minReadySeconds: 10,
    selector: { matchLabels: SELECTED },
    template: { metadata: { labels: SELECTED }, spec: { containers: [{ name: "c", image: "app:1" }] } },
  },
  status: { replicas: 0 },
} as ApiObject;

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    namespace: "default",
    name: "web-1",
    uid: "pod-uid",
    labels: SELECTED,
    ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid: "web-uid", controller: true }],
  },
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: new Date(START - 9_999).toISOString() }],
  },
} as unknown as ApiObject;

/** The parts of a controller whose rounds take a second each: its informers catch up that slowly. */
function slowParts(timers: ManualTimers) {
  let time = START;
  let stored = owner;
  /** Delivers the listed objects, and no changes. */
  const informer = (objects: () => ApiObject[], told = objects()) => ({
    get: () => objects()[0],
    list: objects,
    indexed: () => Promise.resolve(),
    by: (_: unknown, value: string) => (value === "web-uid" ? objects() : []),
    count: (_: unknown, value: string) => (value === "web-uid" ? objects().length : 0),
    follow(listen: (change: { type: "added"; object: ApiObject }) => void) {
      for (const object of told) listen({ type: "added", object });
      return { synced: Promise.resolve(), stop: () => undefined };
    },
  });
  const parts = {
    client: {
      async update(_: object, object: ApiObject) {
        stored = object;
        return object;
      },
    },
    informers: {
      of: ({ resource }: { resource: string }) =>
        resource === "pods" ? informer(() => [pod], []) : informer(() => [stored]),
      fresh: async () => {
        time += 1000;
      },
    },
    recorder: { record: () => undefined },
    vocabulary: createVocabulary(),
    timers,
    now: () => time,
    onError: (error: unknown) => {
      throw error;
    },
  } as unknown as InformedParts;
  return { parts, status: () => (stored as ReplicaSet).status };
}

it("reconciles again when a pod becomes available during a reconciliation", async () => {
  const timers = manualTimers();
  const { parts, status } = slowParts(timers);
  const controller = replicaSetController(parts);
  await controller.settled();
  expect(status()).toMatchObject({ readyReplicas: 1, availableReplicas: 0 });
  timers.advance(10_000);
  await controller.settled();
  expect(status()).toMatchObject({ readyReplicas: 1, availableReplicas: 1 });
  await controller.stop();
});

it("replaces immediately failing pods 30 at once, then at 20 per second", () => {
  expect(debounceFor(2, 32)).toBe(0);
  expect(debounceFor(2, 33)).toBe(100);
  expect(debounceFor(5, 5)).toBe(0);
});
