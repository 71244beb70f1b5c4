import { ageColumn, nameColumn } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";

/** The old way to bind a pod to a node: POST to the namespace; the body names the pod. */
export const bindings = defineResource({
  group: "",
  version: "v1",
  kind: "Binding",
  plural: "bindings",
  singular: "binding",
  scope: "Namespaced",
  definition: "api.core.v1.Binding",
  verbs: ["create"],
  strategy: {},
  columns: [nameColumn, ageColumn],
  action: "bindings",
});
