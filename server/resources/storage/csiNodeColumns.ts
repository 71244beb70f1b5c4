import type { CSINode } from "kubernetes-types/storage/v1";
import { integerColumn, nameAndAge } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of CSI nodes. */
export const csiNodeColumns = nameAndAge(
  integerColumn(
    "Drivers",
    "Drivers indicates the number of CSI drivers registered on the node",
    (o) => narrow<CSINode>(o).spec.drivers?.length ?? 0,
  ),
);
