import type { ApiObject } from "../../../../shared/object.ts";
import { nameColumn, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
  readonly error?: string;
}

const healthCondition = (object: ApiObject): Condition | undefined =>
  (object["conditions"] as readonly Condition[] | undefined)?.find(({ type }) => type === "Healthy");

function statusText(object: ApiObject): string {
  const condition = healthCondition(object);
  if (condition === undefined) return "Unknown";
  return condition.status === "True" ? "Healthy" : "Unhealthy";
}

/** Health of the components behind the API server; computed on request, never stored. */
export const componentStatuses = defineResource({
  group: "",
  version: "v1",
  kind: "ComponentStatus",
  plural: "componentstatuses",
  singular: "componentstatus",
  scope: "Cluster",
  definition: "api.core.v1.ComponentStatus",
  verbs: ["get", "list"],
  computed: "componentStatuses",
  shortNames: ["cs"],
  strategy: {},
  columns: [
    nameColumn,
    textColumn("Status", "Status of the component conditions", statusText),
    textColumn("Message", "Message of the component conditions", (object) => healthCondition(object)?.message ?? ""),
    textColumn("Error", "Error of the component conditions", (object) => healthCondition(object)?.error ?? ""),
  ],
});
