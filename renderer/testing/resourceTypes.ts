import type { ResourceType } from "../api/resourceType.ts";

/** A kind as discovery would describe it: namespaced, of the core group, listable, unless told otherwise. */
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
