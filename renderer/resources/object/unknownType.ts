import type { ResourceType } from "../../api/resourceType.ts";

/**
 * The assumed type of a kind that discovery does not contain: the console reads the object anyway, and the server
 * decides.
 */
export const unknownType = (
  named: Pick<ResourceType, "group" | "version" | "resource">,
  namespaced: boolean,
): ResourceType => ({
  ...named,
  kind: named.resource,
  singular: "",
  namespaced,
  verbs: ["get", "delete", "patch"],
  shortNames: [],
  categories: [],
  subresources: [],
  preferred: true,
});
