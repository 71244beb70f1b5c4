import type { PersistentVolumeClaimStatus } from "kubernetes-types/core/v1";
import type { Claim } from "./kinds.ts";

/** The status of a claim, including fields that the type package lacks. */
export type ClaimStatus = PersistentVolumeClaimStatus & {
  readonly allocatedResourceStatuses?: Record<string, string>;
};

/** The message of the condition that a file system has to be grown by a node. */
export const GROWS_ON_NODE = "Waiting for user to (re-)start a pod to finish file system resize of volume on node.";

/** The state of a claim's expansion; empty when there is none. */
export const expansionState = ({ status }: Claim): string =>
  (status as ClaimStatus | undefined)?.allocatedResourceStatuses?.["storage"] ?? "";
