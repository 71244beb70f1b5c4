import type { Job } from "kubernetes-types/batch/v1";
import { quoted } from "../../../../shared/text/quoted.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { jobColumns } from "./jobColumns.ts";
import { jobStatusStrategy, jobStrategy } from "./jobStrategy.ts";

/** `batch/v1` jobs. */
export const jobs = defineResource({
  group: "batch",
  version: "v1",
  kind: "Job",
  plural: "jobs",
  singular: "job",
  scope: "Namespaced",
  definition: "api.batch.v1.Job",
  categories: ["all"],
  strategy: jobStrategy,
  columns: jobColumns,
  selectableFields: { "status.successful": (object) => String(narrow<Job>(object).status?.succeeded ?? 0) },
  unselectable: (field) => `field label ${quoted(field)} not supported for Job`,
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: jobStatusStrategy }],
});
