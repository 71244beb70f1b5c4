import type { ControllerRevision } from "kubernetes-types/apps/v1";
import { parseApiVersion } from "../../../shared/object.ts";
import { NONE } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of controller revisions. */
export const controllerRevisionColumns = nameAndAge(
  textColumn("Controller", "Controller of the object", (object) => {
    const owner = object.metadata.ownerReferences?.find((reference) => reference.controller === true);
    if (owner === undefined) return NONE;
    const { group } = parseApiVersion(owner.apiVersion);
    const kind = owner.kind.toLowerCase();
    return `${group === "" ? kind : `${kind}.${group}`}/${owner.name}`;
  }),
  textColumn(
    "Revision",
    "Revision indicates the revision of the state represented by Data.",
    (o) => narrow<ControllerRevision>(o).revision ?? 0,
  ),
);
