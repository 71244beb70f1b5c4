import { defaultColumns } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { csiStorageCapacityStrategy } from "./csiStorageCapacityStrategy.ts";

/** `storage.{domain}/v1` csistoragecapacities. */
export const csiStorageCapacities = defineResource({
  group: "storage.{domain}",
  version: "v1",
  kind: "CSIStorageCapacity",
  plural: "csistoragecapacities",
  singular: "csistoragecapacity",
  scope: "Namespaced",
  definition: "api.storage.v1.CSIStorageCapacity",
  strategy: csiStorageCapacityStrategy,
  columns: defaultColumns,
});
