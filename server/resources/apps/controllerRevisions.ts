import { defineResource } from "../definition.ts";
import { controllerRevisionColumns } from "./controllerRevisionColumns.ts";
import { controllerRevisionStrategy } from "./controllerRevisionStrategy.ts";

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
  storageVersionHash: "85nkx63pcBU=",
});
