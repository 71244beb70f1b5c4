import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { rolloutAnnotations } from "./annotations.ts";
import type { Deployment, ReplicaSet } from "./kinds.ts";
import { ensureNewestSet } from "./newestSet.ts";
import { Rollout, type RolloutTools } from "./rollout.ts";

it("reports a rejected replica set even if the deployment's status cannot be written", async () => {
  const told: string[] = [];
  const tools = {
    client: {
      create: () => Promise.reject(new ApiError(403, "Forbidden", "no more replica sets")),
      update: () => Promise.reject(new ApiError(409, "Conflict", "changed")),
    },
    recorder: { record: (_: unknown, ...words: string[]) => told.push(words.join(" ")) },
    annotations: rolloutAnnotations(createVocabulary()),
    hashLabel: "pod-template-hash",
    now: () => 0,
  } as unknown as RolloutTools;
  const deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop" },
    spec: { replicas: 1, progressDeadlineSeconds: 600, selector: { matchLabels: {} }, template: { spec: {} } },
  } as unknown as Deployment;
  const rollout = await Rollout.of(tools, deployment, []);
  await expect(ensureNewestSet(rollout)).rejects.toThrow("no more replica sets");
  expect(told).toEqual([
    expect.stringMatching(/^Warning ReplicaSetCreateError Failed to create new replica set "web-\w+": no more/),
  ]);
});

it("lets the revision overflow as in the reference: the new replica set gets none", async () => {
  const names = rolloutAnnotations(createVocabulary());
  const echo = (_: unknown, object: ApiObject) => Promise.resolve(object);
  const tools = {
    client: { create: echo, update: echo },
    recorder: { record: () => undefined },
    annotations: names,
    hashLabel: "pod-template-hash",
    now: () => 0,
  } as unknown as RolloutTools;
  const metadata = { name: "web", namespace: "shop" };
  const spec = { replicas: 1, selector: { matchLabels: {} }, template: { spec: {} } };
  const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata, spec } as unknown as Deployment;
  const old = {
    metadata: { name: "web-1", uid: "1", annotations: { [names.revision]: "9223372036854775807" } },
    spec: { replicas: 0, template: { spec: { hostNetwork: true } } },
  } as unknown as ReplicaSet;
  const rollout = await Rollout.of(tools, deployment, [old]);
  const created = await ensureNewestSet(rollout);
  expect(created.metadata.annotations).not.toHaveProperty([names.revision]);
  expect(rollout.deployment.metadata.annotations).toEqual({ [names.revision]: "-9223372036854775808" });
});
