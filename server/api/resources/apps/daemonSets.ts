import { defineResource } from "../../registry/definition.ts";
import { daemonSetColumns } from "./daemonSetColumns.ts";
import { daemonSetStatusStrategy, daemonSetStrategy } from "./daemonSetStrategy.ts";

/** `apps/v1` daemonsets. */
export const daemonSets = defineResource({
  group: "apps",
  version: "v1",
  kind: "DaemonSet",
  plural: "daemonsets",
  singular: "daemonset",
  scope: "Namespaced",
  definition: "api.apps.v1.DaemonSet",
  shortNames: ["ds"],
  categories: ["all"],
  strategy: daemonSetStrategy,
  columns: daemonSetColumns,
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: daemonSetStatusStrategy }],
});
