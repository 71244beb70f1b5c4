import { defineResource } from "../definition.ts";
import { apiServiceColumns } from "./apiServiceColumns.ts";
import { apiServiceStatusStrategy, apiServiceStrategy } from "./apiServiceStrategy.ts";

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
  storageVersionHash: "InPBPD7+PqM=",
});
