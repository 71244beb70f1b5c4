import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { errorOf, requestRaw } from "../../api/requests/request.ts";
import { type Point, pointBetween, type Reading, readingOf } from "./readings.ts";

/** Maximum number of points, which covers half an hour. */
const MAX_POINTS = 600;
const EVERY = 3_000;

/** Polls /metrics while mounted, and keeps the points of the charts. */
export function usePoints(cluster: string): { points: readonly Point[]; error: Error | null; pending: boolean } {
  const [points, setPoints] = useState<readonly Point[]>([]);
  const before = useRef<Reading | undefined>(undefined);
  const reading = useQuery({
    queryKey: ["metrics", cluster],
    queryFn: async ({ signal }) => {
      const { status, text } = await requestRaw(cluster, { path: "/metrics", accept: "text/plain", signal });
      if (status !== 200) throw errorOf(status, safeJson(text), text);
      return readingOf(text, Date.now());
    },
    refetchInterval: EVERY,
    gcTime: 0,
  });
  useEffect(() => {
    const after = reading.data;
    if (after === undefined || after === before.current) return;
    const point = before.current === undefined ? undefined : pointBetween(before.current, after);
    before.current = after;
    if (point !== undefined) setPoints((list) => [...list.slice(1 - MAX_POINTS), point]);
  }, [reading.data]);
  return { points, error: reading.data === undefined ? reading.error : null, pending: reading.isPending };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
