import { defineResource } from "../../registry/definition.ts";
import { storageClassColumns } from "./storageClassColumns.ts";
import { storageClassStrategy } from "./storageClassStrategy.ts";

/** `storage.{domain}/v1` storageclasses. */
export const storageClasses = defineResource({
  group: "storage.{domain}",
  version: "v1",
  kind: "StorageClass",
  plural: "storageclasses",
  singular: "storageclass",
  scope: "Cluster",
  definition: "api.storage.v1.StorageClass",
  shortNames: ["sc"],
  strategy: storageClassStrategy,
  columns: storageClassColumns,
});
