import type { SidebarEntry } from "../app/sidebarGroups.ts";

/** Kinds whose names people do not type: made by the system in numbers, or without a name of their own. */
const UNNAMED = new Set([
  "events",
  "componentstatuses",
  "leases",
  "endpoints",
  "endpointslices",
  "controllerrevisions",
  "csistoragecapacities",
  "storageversions",
  "apiservices",
]);

/** The kinds in which the palette looks for an object by its name, in the order of the sidebar. */
export const searchableKinds = (entries: readonly SidebarEntry[]): SidebarEntry[] =>
  entries.filter(({ type }) => !UNNAMED.has(type.resource));
