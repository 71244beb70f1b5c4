import type { SidebarEntry } from "../app/sidebar/sidebarGroups.ts";

/** Kinds whose object names users do not type: the system creates many of them, or the names have no meaning. */
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

/** The kinds whose objects the palette finds by name, in the order of the sidebar. */
export const searchableKinds = (entries: readonly SidebarEntry[]): SidebarEntry[] =>
  entries.filter(({ type }) => !UNNAMED.has(type.resource));
