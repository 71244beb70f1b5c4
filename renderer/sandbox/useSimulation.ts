import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isApiError } from "../../shared/status.ts";
import { messageOf } from "../../shared/text/messageOf.ts";
import { shouldRetry } from "../api/queries.ts";
import { useViewAsText } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useNow } from "../ui/age/useNow.ts";
import { useToast } from "../ui/layers/Toast.tsx";
import { ageClock, type TimeReading } from "./clusterClock.ts";
import { type Actor, type OngoingTrouble, type SandboxTime, simulation } from "./simulation.ts";

/** Milliseconds between two reads, because other clients control the sandbox as well. */
const OFTEN = 2_000;

/**
 * Polls one part of the simulation; stops if the part does not exist, or if the user may not read it. A sandbox that does
 * not run has no parts.
 */
function usePart<T>(part: string, read: (cluster: string) => Promise<T>, every: number, enabled = true) {
  const { cluster } = useClusterScope();
  const viewAs = useViewAsText(cluster.id);
  const isRunning = cluster.kind === "sandbox" && cluster.state === "running";
  const { data } = useQuery({
    queryKey: ["simulation", cluster.id, part, viewAs],
    queryFn: async () => ({ reported: await read(cluster.id), readAt: Date.now() }),
    enabled: enabled && isRunning,
    refetchInterval: (query) => (isRefusal(query.state.error) ? false : every),
    retry: shouldRetry,
  });
  return isRunning ? data : undefined;
}

const isRefusal = (error: unknown): boolean => isApiError(error) && (error.code === 403 || error.code === 404);

/** A sandbox's time, and when it was read; undefined if time is not simulated. */
export function useTimeReading(): TimeReading | undefined {
  return usePart("time", simulation.time, OFTEN);
}

/** A sandbox's time; undefined if time is not simulated. */
export function useSandboxTime(): SandboxTime | undefined {
  return useTimeReading()?.reported;
}

/**
 * The current time in the cluster, in milliseconds since the epoch: the real time if time is not simulated.
 *
 * @param step as in useNow
 */
export function useClusterNow(step = 1000): number {
  const now = useNow(step);
  const reading = useTimeReading();
  return ageClock(reading)(now);
}

/** By how many milliseconds, in whole seconds, the cluster's clock is ahead of the real one. */
export function useClusterLead(): number {
  const now = Date.now();
  return Math.round((ageClock(useTimeReading())(now) - now) / 1000) * 1000;
}

/** The controllers of the sandbox; undefined if the server reports none. */
export function useActors(): readonly Actor[] | undefined {
  return usePart("actors", simulation.actors, OFTEN)?.reported;
}

/** The simulated faults; undefined if there is no simulation. @param enabled whether to send requests */
export function useTroubles(enabled = true): readonly OngoingTrouble[] | undefined {
  return usePart("troubles", simulation.troubles, OFTEN, enabled)?.reported;
}

/** Runs a control action, reads the changed state, and reports failures. */
export function useSteering(): (action: Promise<unknown>) => Promise<boolean> {
  const { cluster } = useClusterScope();
  const queries = useQueryClient();
  const toast = useToast();
  return async (action) => {
    try {
      await action;
      return true;
    } catch (error) {
      toast(messageOf(error), "bad");
      return false;
    } finally {
      void queries.invalidateQueries({ queryKey: ["simulation", cluster.id] });
    }
  };
}
