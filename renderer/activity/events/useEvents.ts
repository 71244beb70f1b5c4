import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { request } from "../../api/requests/request.ts";
import type { AnyEvent } from "./timeline.ts";

/**
 * Maximum number of events read. The server deletes events after an hour by default, so the limit is rarely reached.
 */
export const EVENTS_LIMIT = 1000;
const EVERY = 5_000;

export interface EventsRead {
  items: AnyEvent[];
  /** Whether there are more events than were read. */
  more: boolean;
}

/** The events in a namespace (empty for all), polled. */
export function useEvents(cluster: string, namespace: string): UseQueryResult<EventsRead> {
  return useQuery({
    queryKey: ["activity-events", cluster, namespace],
    queryFn: async ({ signal }) => {
      const list = resourcePath({ group: "", version: "v1", resource: "events", namespace });
      const path = withQuery(list, { limit: EVENTS_LIMIT });
      const { body } = await request<{ items?: AnyEvent[]; metadata?: { continue?: string } }>(cluster, {
        path,
        signal,
      });
      return { items: body.items ?? [], more: (body.metadata?.continue ?? "") !== "" };
    },
    refetchInterval: EVERY,
  });
}
