import type { CSINode } from "kubernetes-types/storage/v1";
import { integer, nameAndAge } from "../cells/table.ts";
import { narrow } from "../strategies/narrow.ts";

export const csiNodeColumns = nameAndAge(
  integer("Drivers", "Drivers that run on the node", (o) => narrow<CSINode>(o).spec.drivers?.length ?? 0),
);
