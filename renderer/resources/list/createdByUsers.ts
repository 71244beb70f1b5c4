import type { ResourceType } from "../../api/resourceType.ts";

/**
 * Whether users create objects of a kind. Events are written by components only, so a list of them has no create
 * button.
 */
export const isCreatedByUsers = ({ kind, resource }: Pick<ResourceType, "kind" | "resource">): boolean =>
  !(kind === "Event" && resource === "events");
