import { defineResource } from "../definition.ts";
import { priorityLevelConfigurationColumns } from "./priorityLevelConfigurationColumns.ts";
import {
  priorityLevelConfigurationStatusStrategy,
  priorityLevelConfigurationStrategy,
} from "./priorityLevelConfigurationStrategy.ts";

/** `flowcontrol.apiserver.{domain}/v1` prioritylevelconfigurations. */
export const priorityLevelConfigurations = defineResource({
  group: "flowcontrol.apiserver.{domain}",
  version: "v1",
  kind: "PriorityLevelConfiguration",
  plural: "prioritylevelconfigurations",
  singular: "prioritylevelconfiguration",
  scope: "Cluster",
  definition: "api.flowcontrol.v1.PriorityLevelConfiguration",
  strategy: priorityLevelConfigurationStrategy,
  columns: priorityLevelConfigurationColumns,
  subresources: [
    { name: "status", verbs: ["get", "patch", "update"], strategy: priorityLevelConfigurationStatusStrategy },
  ],
  storageVersionHash: "Kir5PVfvNeI=",
});
