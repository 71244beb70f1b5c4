import type { Node, VolumeNodeAffinity } from "kubernetes-types/core/v1";
import type { StorageClass } from "kubernetes-types/storage/v1";
import type { VolumeAnnotations } from "../volumes/annotations.ts";
import type { Claim, Volume } from "../volumes/kinds.ts";
import { DISK_FINALIZER, DRIVER, PROVISIONER } from "./diskNames.ts";

/** The name of the volume that is provisioned for a claim. */
export const volumeNameOf = ({ metadata }: Claim): string => `pvc-${metadata.uid}`;

export interface VolumeRequest {
  readonly claim: Claim;
  readonly storageClass: StorageClass;
  /** The node that must be able to access the volume, if it was already chosen. */
  readonly node: Node | undefined;
  readonly annotations: VolumeAnnotations;
  /** Whether the volume gets the finalizer that keeps it until its disk is deleted. */
  readonly isKept: boolean;
  /** The zone label of nodes. */
  readonly zoneLabel: string;
}

/** The volume for a claim: of the requested size, and accessible from the zone of its node if nodes have zones. */
export function newVolume(request: VolumeRequest): Volume {
  const { claim, storageClass, annotations, isKept } = request;
  const { namespace, name, uid, resourceVersion } = claim.metadata;
  const { accessModes, resources, volumeMode = "Filesystem" } = claim.spec ?? {};
  const { reclaimPolicy = "Delete", mountOptions = [], parameters } = storageClass;
  const nodeAffinity = affinityOf(request);
  const handle = volumeNameOf(claim);
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: {
      name: handle,
      annotations: { [annotations.provisionedBy]: PROVISIONER },
      ...(isKept && reclaimPolicy === "Delete" ? { finalizers: [DISK_FINALIZER] } : {}),
    },
    spec: {
      accessModes: accessModes ?? [],
      capacity: { storage: resources?.requests?.["storage"] ?? "0" },
      claimRef: { kind: "PersistentVolumeClaim", apiVersion: "v1", namespace, name, uid, resourceVersion },
      csi: { driver: DRIVER, volumeHandle: handle, ...(parameters ? { volumeAttributes: parameters } : {}) },
      ...(mountOptions.length > 0 ? { mountOptions } : {}),
      ...(nodeAffinity === undefined ? {} : { nodeAffinity }),
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: storageClass.metadata?.name ?? "",
      volumeMode,
    },
  };
}

type Expression = { readonly key: string; readonly operator: "In"; readonly values: string[] };

function affinityOf({ claim, storageClass, node, zoneLabel }: VolumeRequest): VolumeNodeAffinity | undefined {
  const terms = storageClass.allowedTopologies ?? [];
  const among = (matchExpressions: Expression[]): VolumeNodeAffinity => ({
    required: { nodeSelectorTerms: [{ matchExpressions }] },
  });
  if (node !== undefined) {
    const keys = terms.length === 0 ? [zoneLabel] : (terms[0]?.matchLabelExpressions ?? []).map(({ key }) => key);
    const own = keys.flatMap((key): Expression[] => {
      const value = node.metadata?.labels?.[key];
      return value === undefined ? [] : [{ key, operator: "In", values: [value] }];
    });
    return own.length === 0 ? undefined : among(own);
  }
  // Each disk is in one topology term; claims are spread over the allowed terms.
  const term = terms[pick(claim.metadata.uid ?? "", terms.length)];
  const wanted = (term?.matchLabelExpressions ?? []).map(({ key, values }): Expression => {
    const value = values[pick(claim.metadata.uid ?? "", values.length)];
    return { key, operator: "In", values: value === undefined ? [] : [value] };
  });
  return wanted.length === 0 ? undefined : among(wanted);
}

/** A number below `count` that is always the same for the same text. */
const pick = (text: string, count: number): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7) % Math.max(count, 1);
