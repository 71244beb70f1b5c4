import type { ResourceType } from "../api/resourceType.ts";

/** A kind as in discovery: by default namespaced, in the core group, listable. */
export const resourceType = (resource: string, kind: string, more: Partial<ResourceType> = {}): ResourceType => ({
  group: "",
  version: "v1",
  resource,
  kind,
  singular: kind.toLowerCase(),
  namespaced: true,
  verbs: ["list"],
  shortNames: [],
  categories: [],
  subresources: [],
  preferred: true,
  ...more,
});
