/** Server state other than live lists, cached by react-query. */
import { useQuery } from "@tanstack/react-query";
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { discover } from "./discovery.ts";
import { listClusters } from "./host.ts";
import { request } from "./requests/request.ts";

/** Whether to retry: only errors that may be temporary (no response, 5xx, 429), never a decision of the server. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 2 || askedDelay(error) > MAX_ASKED_DELAY) return false;
  return !isApiError(error) || error.code === 0 || error.code === 429 || error.code >= 500;
}

/** Milliseconds of a server's Retry-After up to which a query waits with its error; with longer ones it fails at once. */
const MAX_ASKED_DELAY = 10_000;

/** Milliseconds before a query is retried: a growing delay, but never less than the server's Retry-After. */
export const retryDelay = (failures: number, error: unknown): number =>
  Math.max(askedDelay(error), 1000 * 2 ** failures);

const askedDelay = (error: unknown): number =>
  isApiError(error) ? (error.status.details?.retryAfterSeconds ?? 0) * 1000 : 0;

/** Milliseconds until the served resources are read again: soon while they are unknown, because views wait for them. */
export const discoveryInterval = (isKnown: boolean, error: unknown): number =>
  isKnown ? 60_000 : Math.max(5_000, askedDelay(error));

export const useClusters = () =>
  useQuery({ queryKey: ["clusters"], queryFn: ({ signal }) => listClusters(signal), refetchInterval: 15_000 });

/**
 * All resources that the cluster serves; refetched every minute, so that new custom resources appear, and sooner while
 * none are known.
 */
export const useDiscovery = (cluster: string, vocabulary: Vocabulary) =>
  useQuery({
    queryKey: ["discovery", cluster],
    queryFn: ({ signal }) => discover(cluster, vocabulary, signal),
    staleTime: 20_000,
    refetchInterval: ({ state }) => discoveryInterval(state.data !== undefined, state.error),
    enabled: cluster !== "",
  });

/** One object in full. Refetched every few seconds while mounted; reads nothing if `enabled` is false. */
export const useObject = (
  cluster: string,
  locator: ResourceLocator,
  options: { live?: boolean; enabled?: boolean; fresh?: boolean } = {},
) =>
  useQuery({
    queryKey: ["object", cluster, resourcePath(locator)],
    queryFn: async ({ signal }) => (await request<ApiObject>(cluster, { path: resourcePath(locator), signal })).body,
    refetchInterval: options.live === false ? false : 5_000,
    // A user who acts on an object needs its current state.
    ...(options.fresh === true ? { staleTime: 0, refetchOnMount: "always" as const } : {}),
    enabled: (options.enabled ?? true) && locator.name !== undefined && locator.name !== "",
  });

interface ListBody {
  items?: ApiObject[] | null;
}

/** Names of the namespaces, sorted. Fails with 403 for users who may not list them; callers must handle that. */
export const useNamespaces = (cluster: string) =>
  useQuery({
    queryKey: ["namespaces", cluster],
    queryFn: async ({ signal }) => {
      const path = withQuery(resourcePath({ group: "", version: "v1", resource: "namespaces" }), { limit: 1000 });
      const { body } = await request<ListBody>(cluster, { path, signal });
      return (body.items ?? []).map((item) => item.metadata.name ?? "").sort();
    },
    refetchInterval: 30_000,
    enabled: cluster !== "",
  });
