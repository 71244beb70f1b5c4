import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { HostEvent } from "../../../shared/console/hostEvent.ts";
import { LOADS } from "../../content/contentLoads.ts";
import { useLoadNews } from "../../content/useLoadNews.ts";
import { readOverview } from "../hostActions.ts";

/** Milliseconds before each attempt to reconnect to the host; the last value repeats. */
const RETRIES = [500, 1_000, 2_000, 5_000];

/**
 * Keeps the clusters, and the loads of content into them, current while mounted: the host reports every change. Shows a
 * message when a load ends.
 */
export function useHostEvents(): void {
  const queries = useQueryClient();
  useLoadNews();
  useEffect(() => {
    let socket: WebSocket | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isOver = false;
    // Cancel pending requests: their responses would be older than this event, and must not replace it.
    const setData = (queryKey: string[], value: unknown): void =>
      void queries.cancelQueries({ queryKey }).then(() => queries.setQueryData(queryKey, value));
    const connect = (): void => {
      socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/host/events`);
      socket.onmessage = ({ data }) => {
        failures = 0;
        const event = JSON.parse(String(data)) as HostEvent;
        if ("loads" in event) return setData(LOADS, event.loads);
        setData(["overview"], event);
        setData(["clusters"], event.clusters);
      };
      socket.onclose = () => {
        if (isOver) return;
        // When the host does not answer, the queries fail, and the views say so.
        if (failures === 0)
          for (const key of ["clusters", "overview"]) void queries.invalidateQueries({ queryKey: [key] });
        timer = setTimeout(connect, RETRIES[Math.min(failures++, RETRIES.length - 1)]);
      };
    };
    connect();
    return () => {
      isOver = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [queries]);
}

/** All clusters, and the files that could not be used; live while mounted. */
export function useOverview() {
  useHostEvents();
  return useQuery({ queryKey: ["overview"], queryFn: readOverview, staleTime: 30_000 });
}
