import type { ResourceType } from "../../api/resourceType.ts";

/** What is assumed about a kind that discovery does not name: it is read, and the server says the rest. */
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
