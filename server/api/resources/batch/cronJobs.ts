import { defineResource } from "../../registry/definition.ts";
import { cronJobColumns } from "./cronJobColumns.ts";
import { cronJobStatusStrategy, cronJobStrategy } from "./cronJobStrategy.ts";

/** `batch/v1` cronjobs. */
export const cronJobs = defineResource({
  group: "batch",
  version: "v1",
  kind: "CronJob",
  plural: "cronjobs",
  singular: "cronjob",
  scope: "Namespaced",
  definition: "api.batch.v1.CronJob",
  shortNames: ["cj"],
  categories: ["all"],
  strategy: cronJobStrategy,
  columns: cronJobColumns,
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: cronJobStatusStrategy }],
});
