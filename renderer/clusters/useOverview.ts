import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Overview } from "../../shared/console/overview.ts";
import { readOverview } from "./hostActions.ts";

/** Times between two attempts to hear from the host again, in milliseconds. */
const RETRIES = [500, 1_000, 2_000, 5_000];

/** Keeps what is known of the clusters up to date for as long as the view is there: the host tells of every change. */
export function useHostEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let socket: WebSocket | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isOver = false;
    // An answer that was asked for before this was told is older than it, and must not replace it.
    const tell = (queryKey: string[], value: unknown): void =>
      void queries.cancelQueries({ queryKey }).then(() => queries.setQueryData(queryKey, value));
    const connect = (): void => {
      socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/host/events`);
      socket.onmessage = ({ data }) => {
        failures = 0;
        const overview = JSON.parse(String(data)) as Overview;
        tell(["overview"], overview);
        tell(["clusters"], overview.clusters);
      };
      socket.onclose = () => {
        if (isOver) return;
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

/** All clusters, with the files that could not be used; live while the view is there. */
export function useOverview() {
  useHostEvents();
  return useQuery({ queryKey: ["overview"], queryFn: readOverview, staleTime: 30_000 });
}
