import type { ReplicaSet, ReplicaSetCondition } from "kubernetes-types/apps/v1";
import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { InformedParts } from "../controller.ts";
import { writeStatus } from "./replicaStatus.ts";

const KIND = { group: "apps", version: "v1", resource: "replicasets", kind: "ReplicaSet" };
const NOW = Date.parse("2026-01-02T03:00:00Z");

const condition = (type: string): ReplicaSetCondition => ({
  type,
  status: "True",
  lastTransitionTime: "2026-01-01T00:00:00Z",
  reason: "Known",
  message: "as known",
});

/** The conditions that a round writes for a set that wants one pod and has none. */
async function conditionsAfter(known: ReplicaSetCondition[], error?: unknown): Promise<ReplicaSetCondition[]> {
  const owner = {
    metadata: { namespace: "default", name: "web", generation: 1 },
    spec: { replicas: 1 },
    status: { replicas: 1, conditions: known },
  } as unknown as ApiObject;
  let stored = owner;
  const update = async (_: object, object: ApiObject) => {
    stored = object;
    return object;
  };
  const client = { update } as unknown as InformedParts["client"];
  await writeStatus(client, KIND, owner, [], { difference: -1, error, now: NOW });
  return (stored as ReplicaSet).status?.conditions ?? [];
}

it("keeps a known failure as it is, and where it is", async () => {
  const known = [condition("ReplicaFailure"), condition("Other")];
  expect(await conditionsAfter(known, new Error("again"))).toEqual(known);
});

it("adds a failure after the other conditions, and removes it when there is none", async () => {
  const added = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "refused" };
  const time = { lastTransitionTime: "2026-01-02T03:00:00Z" };
  const both = [condition("Other"), { ...added, ...time }];
  expect(await conditionsAfter([condition("Other")], new Error("refused"))).toEqual(both);
  expect(await conditionsAfter(both)).toEqual([condition("Other")]);
});
