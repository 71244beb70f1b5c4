import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { SetClaims } from "./claims.ts";
import type { StatefulSet } from "./kinds.ts";

const metadata = { name: "data-db-0", namespace: "shop" };
const set = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "db", namespace: "shop", uid: "1" },
  spec: {
    volumeClaimTemplates: [{ metadata: { name: "data" } }],
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
  },
} as unknown as StatefulSet;
const pod: ApiObject = { metadata: { name: "db-0", namespace: "shop", uid: "2" } };

it("keeps a replaced pod's claim if the claim retention policy is Retain", () => {
  const former = { apiVersion: "v1", kind: "Pod", name: "db-0", uid: "0" };
  const informers = { of: () => ({ get: () => ({ metadata: { ...metadata, ownerReferences: [former] } }) }) };
  const claims = new SetClaims({ informers } as unknown as ConstructorParameters<typeof SetClaims>[0]);
  const policy = (whenScaled: string) =>
    ({ ...set, spec: { ...set.spec, persistentVolumeClaimRetentionPolicy: { whenScaled } } }) as StatefulSet;
  expect([claims.isStale(policy("Delete"), pod, 0), claims.isStale(policy("Retain"), pod, 0)]).toEqual([true, false]);
});

it("sets a claim's owner despite a concurrent update by another controller", async () => {
  let version = 2;
  const stored: ApiObject = { metadata: { ...metadata, resourceVersion: "2" } };
  const written: ApiObject[] = [];
  const parts = {
    informers: { of: () => ({ get: () => ({ metadata: { ...metadata, resourceVersion: "1" } }) }) },
    client: {
      get: async () => stored,
      async update(_: unknown, object: ApiObject) {
        if (object.metadata.resourceVersion !== String(version)) throw new ApiError(409, "Conflict", "changed");
        version += 1;
        written.push(object);
        return object;
      },
    },
    recorder: { record: () => undefined },
  } as unknown as ConstructorParameters<typeof SetClaims>[0];
  await new SetClaims(parts).syncOwners(set, pod, 0, false);
  expect(written.map((claim) => claim.metadata.ownerReferences?.map(({ uid }) => uid))).toEqual([["1"]]);
});
