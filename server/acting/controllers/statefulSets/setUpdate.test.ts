import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { StatefulSet } from "./kinds.ts";
import { SetUpdate, type SetUpdateParts } from "./setUpdate.ts";
import { identityLabels } from "./statefulPod.ts";

const NOW = Date.parse("2026-01-01T00:10:00Z");

interface Round {
  readonly created: (string | undefined)[];
  readonly deleted: (string | undefined)[];
  readonly update: SetUpdate;
}

/** One round of a set. */
async function round(spec: object, pods: readonly ApiObject[], most = 500): Promise<Round> {
  const [created, deleted]: [(string | undefined)[], (string | undefined)[]] = [[], []];
  const parts = {
    client: {
      create: async (_: unknown, { metadata }: ApiObject) => void created.push(metadata.name),
      patch: async () => undefined,
      delete: async ({ name }: { name?: string }) => void deleted.push(name),
    },
    recorder: { record: () => undefined },
    claims: {
      haveOwners: () => true,
      isStale: () => false,
      ensure: async () => undefined,
      syncOwners: async () => undefined,
    },
    labels: identityLabels(createVocabulary()),
    now: () => NOW,
    pace: { take: (_: string, wanted: number) => Math.min(wanted, most) },
  } as unknown as SetUpdateParts;
  const set = { metadata: { name: "db" }, spec } as StatefulSet;
  const template = { spec: { containers: [] } };
  const revisions = { current: "db-1", update: "db-1" };
  const update = new SetUpdate(parts, set, revisions, { current: template, update: template });
  await update.run(pods);
  return { created, deleted, update };
}

/** The names of the pods that a set with zero replicas deletes in a round. */
const deleted = async (minReadySeconds: number, pods: readonly ApiObject[]): Promise<(string | undefined)[]> =>
  (await round({ replicas: 0, minReadySeconds }, pods)).deleted;

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

it("creates the pods of a parallel set with very many replicas in several rounds", async () => {
  const spec = { podManagementPolicy: "Parallel", replicas: 2 ** 31 - 1 };
  const { created, update } = await round(spec, [pod(1, "True")]);
  expect(created).toHaveLength(500);
  expect(created.slice(0, 2)).toEqual(["db-0", "db-2"]);
  expect(update.isUnfinished).toBe(true);
  const few = await round({ ...spec, replicas: 3 }, [pod(1, "True")]);
  expect([few.created, few.update.isUnfinished]).toEqual([["db-0", "db-2"], false]);
});

it("reconciles what there is of a parallel set whose namespace is crowded", async () => {
  const spec = { podManagementPolicy: "Parallel", replicas: 10 };
  const one = await round(spec, [pod(1, "True")], 1);
  expect([one.created, one.update.isPaced, one.update.isUnfinished]).toEqual([["db-0"], true, true]);
  const none = await round(spec, [pod(0, "True"), pod(1, "False")], 0);
  expect([none.created, none.update.isPaced]).toEqual([[], true]);
});

it("creates one pod at a time of an ordered set with very many replicas", async () => {
  expect((await round({ replicas: 2 ** 31 - 1 }, [pod(0, "True")])).created).toEqual(["db-1"]);
});

it("ignores pods whose numbers are too large for an ordinal, and names its own like the reference", async () => {
  const outside = [pod(0, "True"), pod(2 ** 31, "True"), pod(2 ** 40, "True")];
  const one = { replicas: 1, updateStrategy: { type: "OnDelete" } };
  expect((await round(one, outside)).deleted).toEqual([]);
  expect((await round(one, [...outside, pod(2 ** 31 - 1, "True")])).deleted).toEqual(["db-2147483647"]);
  const spec = { replicas: 2, ordinals: { start: 2 ** 31 - 1 } };
  expect((await round(spec, [pod(2 ** 31 - 1, "True")])).created).toEqual(["db--1"]);
});
