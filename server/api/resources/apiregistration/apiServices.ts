import type { ApiObject } from "../../../../shared/object.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import type { ApiService } from "./apiService.ts";
import { apiServiceStatusStrategy, apiServiceStrategy } from "./apiServiceStrategy.ts";

function available(object: ApiObject): string {
  const condition = narrow<ApiService>(object).status?.conditions?.find(({ type }) => type === "Available");
  if (condition === undefined) return "Unknown";
  const { status, reason = "" } = condition;
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}

/** Columns of API services. */
const apiServiceColumns = nameAndAge(
  textColumn("Service", "The reference to the service that hosts this API endpoint.", (o) => {
    const service = narrow<ApiService>(o).spec?.service;
    return service === undefined || service === null ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`;
  }),
  textColumn("Available", "Whether this service is available.", available),
);

/** `apiregistration.{domain}/v1` apiservices. */
export const apiServices = defineResource({
  group: "apiregistration.{domain}",
  version: "v1",
  kind: "APIService",
  plural: "apiservices",
  singular: "apiservice",
  scope: "Cluster",
  definition: "{prefix}-aggregator.pkg.apis.apiregistration.v1.APIService",
  categories: ["api-extensions"],
  strategy: apiServiceStrategy,
  columns: apiServiceColumns,
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: apiServiceStatusStrategy }],
  storedText: { version: "v1", toText: (object) => object, fromText: (object) => object },
});
