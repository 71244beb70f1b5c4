import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { StatefulSet } from "./kinds.ts";
import { SetUpdate, type SetUpdateParts } from "./setUpdate.ts";
import { identityLabels } from "./statefulPod.ts";

const NOW = Date.parse("2026-01-01T00:10:00Z");

/** The names of the pods that a set with zero replicas deletes in a round. */
async function deleted(minReadySeconds: number, pods: readonly ApiObject[]): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  const parts = {
    client: { delete: async ({ name }: { name?: string }) => void names.push(name) },
    recorder: { record: () => undefined },
    claims: { haveOwners: () => true },
    labels: identityLabels(createVocabulary()),
    now: () => NOW,
  } as unknown as SetUpdateParts;
  const set = { metadata: { name: "db" }, spec: { replicas: 0, minReadySeconds } } as StatefulSet;
  const revisions = { current: "db-1", update: "db-1" };
  await new SetUpdate(parts, set, revisions, { current: {}, update: {} }).run(pods);
  return names;
}

const pod = (ordinal: number, ready: string): ApiObject => ({
  metadata: { name: `db-${ordinal}` },
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: ready, lastTransitionTime: "2026-01-01T00:09:50Z" }],
  },
});

it("waits for a surplus pod of an ordered set to become available unless it is the first unhealthy one", async () => {
  expect(await deleted(5, [pod(0, "True")])).toEqual(["db-0"]);
  expect(await deleted(30, [pod(0, "True")])).toEqual([]);
  expect(await deleted(5, [pod(0, "False"), pod(1, "False")])).toEqual([]);
  expect(await deleted(5, [pod(0, "False")])).toEqual(["db-0"]);
});
