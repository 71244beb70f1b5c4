import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { InformedParts, RunningController } from "../controller.ts";
import { type ReplicaKind, startReplicas } from "./startReplicas.ts";

const ofReplicaSets = (vocabulary: Vocabulary): ReplicaKind => ({
  ownerRef: { group: vocabulary.render("apps"), version: "v1", resource: "replicasets", kind: "ReplicaSet" },
  selectorOf: ({ spec }) => spec?.selector,
});

/** The selector of a replication controller is a map of labels; its default is the labels of its template. */
const ofReplicationControllers: ReplicaKind = {
  ownerRef: { group: "", version: "v1", resource: "replicationcontrollers", kind: "ReplicationController" },
  selectorOf: ({ spec }) => ({ matchLabels: spec?.selector as Record<string, string> | undefined }),
};

/** Maintains the wanted number of pods of every replica set. */
export const replicaSetController = (parts: InformedParts): RunningController =>
  startReplicas(parts, ofReplicaSets(parts.vocabulary));

/** Maintains the wanted number of pods of every replication controller. */
export const replicationController = (parts: InformedParts): RunningController =>
  startReplicas(parts, ofReplicationControllers);
