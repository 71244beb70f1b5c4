import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { sliceOf } from "../endpointSlices/slices.ts";
import { mirrorChanges } from "./mirrorChanges.ts";
import { mirroredGroups } from "./mirroredGroups.ts";

const source = (uid: string): ApiObject => ({ apiVersion: "v1", kind: "Endpoints", metadata: { name: "web", uid } });

it("sets the current Endpoints object as the owner of an updated slice", () => {
  const stored: ApiObject = {
    metadata: { name: "web-1", ownerReferences: [{ apiVersion: "v1", kind: "Endpoints", name: "web", uid: "old" }] },
    ...{ addressType: "IPv4", endpoints: [], ports: [] },
  };
  const mirrored = atOnce(mirroredGroups([{ addresses: [{ ip: "10.0.0.1" }] }], 10));
  const existing = [sliceOf(stored)];
  const changes = atOnce(mirrorChanges({ source: source("new"), mirrored, existing, labels: {}, annotations: {} }));
  expect(changes.update.map((slice) => slice.stored?.metadata.ownerReferences?.map(({ uid }) => uid))).toEqual([
    ["new"],
  ]);
});
