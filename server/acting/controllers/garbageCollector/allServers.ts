import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { apiVersionOf } from "../../../../shared/object.ts";
import type { ApiClient, ResourceReference, ServedResource } from "../../../api/client/apiClient.ts";
import type { AggregatedServers } from "../../client/aggregatedServers.ts";

export type CollectorClient = Pick<ApiClient, "get" | "patch" | "delete" | "create" | "resources">;

/** This server and those behind it (aggregated API servers), combined. */
export interface AllServers {
  readonly client: CollectorClient;
  /** Whether another server serves a resource. */
  isBehind(resource: Pick<ServedResource, "group" | "version">): boolean;
}

/**
 * Sends each request to the server that serves its resource. For an unreachable server, its last known resources still
 * count as served: its objects may still exist. The list of resources keeps its identity until the resources change.
 */
export function allServers(own: CollectorClient, behind: AggregatedServers | undefined): AllServers {
  if (behind === undefined) return { client: own, isBehind: () => false };
  let local: readonly ServedResource[] = [];
  let remote: readonly ServedResource[] = [];
  let all: readonly ServedResource[] = [];
  let versions: ReadonlySet<string> = new Set();

  const resources = (): readonly ServedResource[] => {
    const away = new Set(behind.unknown());
    const kept = remote.filter((row) => away.has(apiVersionOf(row)));
    const now = [...behind.client.resources(), ...kept];
    const mine = own.resources();
    if (mine === local && deepEqual(now, remote)) return all;
    local = mine;
    remote = now;
    versions = new Set(now.map(apiVersionOf));
    all = [...local, ...remote];
    return all;
  };
  const isBehind = (ref: Pick<ServedResource, "group" | "version">): boolean => versions.has(apiVersionOf(ref));
  const to = (ref: ResourceReference): CollectorClient => (isBehind(ref) ? behind.client : own);
  return {
    isBehind,
    client: {
      resources,
      get: (ref) => to(ref).get(ref),
      create: (ref, object, options) => to(ref).create(ref, object, options),
      patch: (ref, patch, options) => to(ref).patch(ref, patch, options),
      delete: (ref, options) => to(ref).delete(ref, options),
    },
  };
}
