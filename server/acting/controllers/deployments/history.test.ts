import { expect, it } from "vitest";
import { cleanUpHistory } from "./history.ts";
import type { ReplicaSet } from "./kinds.ts";
import type { Rollout } from "./rollout.ts";

it("deletes the older of two replica sets with the same revision", async () => {
  const old = ["2026-01-01", "2026-01-02", "2026-01-03"].map(
    (day) => ({ metadata: { name: day, creationTimestamp: `${day}T00:00:00Z` }, spec: { replicas: 0 } }) as ReplicaSet,
  );
  const deleted: (string | undefined)[] = [];
  const rollout = {
    deployment: { metadata: { name: "web" }, spec: { revisionHistoryLimit: 1 } },
    old,
    revision: () => 1n,
    tools: { client: { delete: async ({ name }: { name?: string }) => void deleted.push(name) }, replicaSets: {} },
  };
  await cleanUpHistory(rollout as unknown as Rollout);
  expect(deleted).toEqual(["2026-01-01", "2026-01-02"]);
});
