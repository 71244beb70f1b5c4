import type { ControllerRevision } from "kubernetes-types/apps/v1";
import { parseApiVersion } from "../../../../shared/object.ts";
import { NONE } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { controllerRevisionStrategy } from "./controllerRevisionStrategy.ts";

/** Columns of controller revisions. */
const controllerRevisionColumns = nameAndAge(
  textColumn("Controller", "Controller of the object", (object) => {
    const owner = object.metadata.ownerReferences?.find((reference) => reference.controller === true);
    if (owner === undefined) return NONE;
    const { group } = parseApiVersion(owner.apiVersion);
    const kind = group === "" ? owner.kind : `${owner.kind}.${group}`;
    return `${kind.toLowerCase()}/${owner.name}`;
  }),
  textColumn(
    "Revision",
    "Revision indicates the revision of the state represented by Data.",
    (o) => narrow<ControllerRevision>(o).revision ?? 0,
  ),
);

/** `apps/v1` controllerrevisions. */
export const controllerRevisions = defineResource({
  group: "apps",
  version: "v1",
  kind: "ControllerRevision",
  plural: "controllerrevisions",
  singular: "controllerrevision",
  scope: "Namespaced",
  definition: "api.apps.v1.ControllerRevision",
  strategy: controllerRevisionStrategy,
  columns: controllerRevisionColumns,
});
