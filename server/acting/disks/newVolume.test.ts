import type { Node } from "kubernetes-types/core/v1";
import type { StorageClass } from "kubernetes-types/storage/v1";
import { expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { volumeAnnotations } from "../volumes/annotations.ts";
import type { Claim, Volume } from "../volumes/kinds.ts";
import { newVolume } from "./newVolume.ts";

const ZONE = "topology.kubernetes.io/zone";
const claim: Claim = {
  metadata: { name: "c", namespace: "n", uid: "7f", resourceVersion: "9" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "3Gi" } }, volumeMode: "Block" },
};

const made = (storageClass: Partial<StorageClass> = {}, node?: Node): Volume =>
  newVolume({
    claim,
    storageClass: { metadata: { name: "k" }, provisioner: "simulation.orrery/disk", ...storageClass },
    node,
    annotations: volumeAnnotations(createVocabulary()),
    zoneLabel: ZONE,
    isKept: true,
  });

it("takes its spec from the claim and the class", () => {
  const { metadata, spec } = made({ mountOptions: ["ro"], parameters: { type: "fast" } });
  expect(metadata.name).toBe("pvc-7f");
  expect(metadata.finalizers).toEqual(["simulation.orrery/disk"]);
  expect(spec).toEqual({
    accessModes: ["ReadWriteOnce"],
    capacity: { storage: "3Gi" },
    claimRef: {
      kind: "PersistentVolumeClaim",
      apiVersion: "v1",
      namespace: "n",
      name: "c",
      uid: "7f",
      resourceVersion: "9",
    },
    csi: { driver: "disk.simulation.orrery", volumeHandle: "pvc-7f", volumeAttributes: { type: "fast" } },
    mountOptions: ["ro"],
    persistentVolumeReclaimPolicy: "Delete",
    storageClassName: "k",
    volumeMode: "Block",
  });
  expect(made({ reclaimPolicy: "Retain" }).metadata.finalizers).toBeUndefined();
});

it("takes its topology from the node or from the allowed topologies", () => {
  const placeOf = (volume: Volume): unknown =>
    volume.spec?.nodeAffinity?.required?.nodeSelectorTerms[0]?.matchExpressions?.map(({ key, values }) => [
      key,
      values,
    ]);
  const node: Node = { metadata: { name: "n1", labels: { [ZONE]: "a", rack: "7" } } };
  expect(placeOf(made({}, node))).toEqual([[ZONE, ["a"]]]);
  expect(placeOf(made({}, { metadata: { name: "n2" } }))).toBeUndefined();
  const allowedTopologies = [{ matchLabelExpressions: [{ key: "rack", values: ["7", "8"] }] }];
  expect(placeOf(made({ allowedTopologies }, node))).toEqual([["rack", ["7"]]]);
  expect(placeOf(made({ allowedTopologies }))).toEqual([["rack", [expect.stringMatching(/^[78]$/)]]]);
  expect(placeOf(made())).toBeUndefined();
});
