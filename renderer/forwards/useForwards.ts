import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Forward } from "../../shared/console/forward.ts";
import { listForwards } from "./forwardApi.ts";

const KEY = ["forwards"];
const EVERY = 2_000;

/** The forwarded ports, polled every two seconds while mounted. */
export function useForwards(): { forwards: readonly Forward[]; refresh(): Promise<void> } {
  const client = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => listForwards(signal),
    refetchInterval: EVERY,
  });
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: KEY }), [client]);
  return { forwards: data, refresh };
}
