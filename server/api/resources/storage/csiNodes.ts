import type { CSINode } from "kubernetes-types/storage/v1";
import { integerColumn, nameAndAge } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { csiNodeStrategy } from "./csiNodeStrategy.ts";

/** Columns of CSI nodes. */
const csiNodeColumns = nameAndAge(
  integerColumn(
    "Drivers",
    "Drivers indicates the number of CSI drivers registered on the node",
    (o) => narrow<CSINode>(o).spec.drivers?.length ?? 0,
  ),
);

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
});
