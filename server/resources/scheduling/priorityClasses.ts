import { defineResource } from "../definition.ts";
import { priorityClassColumns } from "./priorityClassColumns.ts";
import { priorityClassStrategy } from "./priorityClassStrategy.ts";

/** `scheduling.{domain}/v1` priorityclasses. */
export const priorityClasses = defineResource({
  group: "scheduling.{domain}",
  version: "v1",
  kind: "PriorityClass",
  plural: "priorityclasses",
  singular: "priorityclass",
  scope: "Cluster",
  definition: "api.scheduling.v1.PriorityClass",
  shortNames: ["pc"],
  strategy: priorityClassStrategy,
  columns: priorityClassColumns,
  storageVersionHash: "1QwjyaZjj3Y=",
});
