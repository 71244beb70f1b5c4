import type { ResourceType } from "../../api/resourceType.ts";

/** Whether people make objects of a kind. Events are what components tell: a list of them offers no new one. */
export const isWrittenByPeople = ({ kind, resource }: Pick<ResourceType, "kind" | "resource">): boolean =>
  !(kind === "Event" && resource === "events");
