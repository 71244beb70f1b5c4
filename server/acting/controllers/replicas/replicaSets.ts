import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { InformedParts, RunningController } from "../controller.ts";
import { type ReplicaKind, startReplicas } from "./startReplicas.ts";

const ofReplicaSets = (vocabulary: Vocabulary): ReplicaKind => ({
  ownerRef: { group: vocabulary.render("apps"), version: "v1", resource: "replicasets", kind: "ReplicaSet" },
  selectorOf: ({ spec }) => spec?.selector,
});

/** A replication controller's selector is a map of labels; its template's where it has none. */
const ofReplicationControllers: ReplicaKind = {
  ownerRef: { group: "", version: "v1", resource: "replicationcontrollers", kind: "ReplicationController" },
  selectorOf: ({ spec }) => ({ matchLabels: spec?.selector as Record<string, string> | undefined }),
};

/** Makes sure that every replica set has as many pods as it wants. */
export const replicaSetController = (parts: InformedParts): RunningController =>
  startReplicas(parts, ofReplicaSets(parts.vocabulary));

/** Makes sure that every replication controller has as many pods as it wants. */
export const replicationController = (parts: InformedParts): RunningController =>
  startReplicas(parts, ofReplicationControllers);
