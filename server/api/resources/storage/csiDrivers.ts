import { defineResource } from "../../registry/definition.ts";
import { csiDriverColumns } from "./csiDriverColumns.ts";
import { csiDriverStrategy } from "./csiDriverStrategy.ts";

/** `storage.{domain}/v1` csidrivers. */
export const csiDrivers = defineResource({
  group: "storage.{domain}",
  version: "v1",
  kind: "CSIDriver",
  plural: "csidrivers",
  singular: "csidriver",
  scope: "Cluster",
  definition: "api.storage.v1.CSIDriver",
  strategy: csiDriverStrategy,
  columns: csiDriverColumns,
});
