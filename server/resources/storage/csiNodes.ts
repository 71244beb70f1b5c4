import { defineResource } from "../definition.ts";
import { csiNodeColumns } from "./csiNodeColumns.ts";
import { csiNodeStrategy } from "./csiNodeStrategy.ts";

/** `storage.{domain}/v1` csinodes. */
export const csiNodes = defineResource({
  group: "storage.{domain}",
  version: "v1",
  kind: "CSINode",
  plural: "csinodes",
  singular: "csinode",
  scope: "Cluster",
  definition: "api.storage.v1.CSINode",
  strategy: csiNodeStrategy,
  columns: csiNodeColumns,
  storageVersionHash: "Pe62DkZtjuo=",
});
