import { containerImages, containerNames, labelsText } from "../../../registry/columns/cells.ts";
import { DOC } from "../../../registry/columns/descriptions.ts";
import { ageColumn, integerColumn, nameColumn, textColumn, wide } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { labelScaleSubresource } from "../../strategies/scale.ts";
import { asReplicationController } from "../views.ts";
import { replicationControllerStatusStrategy, replicationControllerStrategy } from "./replicationControllerStrategy.ts";

/** Keeps a number of pods running; the predecessor of replica sets. */
export const replicationControllers = defineResource({
  group: "",
  version: "v1",
  kind: "ReplicationController",
  plural: "replicationcontrollers",
  singular: "replicationcontroller",
  scope: "Namespaced",
  definition: "api.core.v1.ReplicationController",
  shortNames: ["rc"],
  categories: ["all"],
  strategy: replicationControllerStrategy,
  columns: [
    nameColumn,
    integerColumn(
      "Desired",
      "Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://{labelDomain}/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller",
      (object) => asReplicationController(object).spec?.replicas ?? 0,
    ),
    integerColumn(
      "Current",
      "Replicas is the most recently observed number of replicas. More info: https://{labelDomain}/docs/concepts/workloads/controllers/replicationcontroller#what-is-a-replicationcontroller",
      (object) => asReplicationController(object).status?.replicas ?? 0,
    ),
    integerColumn(
      "Ready",
      "The number of ready replicas for this replication controller.",
      (object) => asReplicationController(object).status?.readyReplicas ?? 0,
    ),
    ageColumn,
    wide(
      textColumn("Containers", DOC.containers, (object) =>
        containerNames(asReplicationController(object).spec?.template?.spec?.containers),
      ),
    ),
    wide(
      textColumn("Images", DOC.images, (object) =>
        containerImages(asReplicationController(object).spec?.template?.spec?.containers),
      ),
    ),
    wide(
      textColumn(
        "Selector",
        "Selector is a label query over pods that should match the Replicas count. If Selector is empty, it is defaulted to the labels present on the Pod template. Label keys and values that must match in order to be controlled by this replication controller, if empty defaulted to labels on Pod template. More info: https://{labelDomain}/docs/concepts/overview/working-with-objects/labels/#label-selectors",
        (object) => labelsText(asReplicationController(object).spec?.selector),
      ),
    ),
  ],
  selectableFields: {
    "status.replicas": (object) => String(asReplicationController(object).status?.replicas ?? 0),
  },
  subresources: [
    labelScaleSubresource,
    { name: "status", verbs: ["get", "patch", "update"], strategy: replicationControllerStatusStrategy },
  ],
});
