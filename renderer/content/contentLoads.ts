/** Loads of content by the console's host, as known to the page. */
import { useQuery } from "@tanstack/react-query";
import type { ContentLoad } from "../../shared/console/contentLoad.ts";
import { send } from "../api/requests/request.ts";
import { viewAsHeaders } from "../api/viewAs.ts";
import { fieldManager } from "../editor/applyRequest.ts";

/** Query key of the loads; the host's events keep the query current. */
export const LOADS = ["contentLoads"];

/** The loads of all clusters. @throws ApiError */
export async function listLoads(signal?: AbortSignal): Promise<ContentLoad[]> {
  const { body } = await send<ContentLoad[]>("/host/loads", { signal, isBackground: true });
  return Array.isArray(body) ? body : [];
}

/**
 * Starts loading content with the identity as which the console views the cluster. @returns the load; an already
 * running one if there is one
 * @throws ApiError
 */
export const startLoad = async (cluster: string, content: string): Promise<ContentLoad> =>
  (
    await send<ContentLoad>(`/host/clusters/${encodeURIComponent(cluster)}/load`, {
      method: "POST",
      body: { content, fieldManager: fieldManager(cluster) },
      headers: viewAsHeaders(cluster),
    })
  ).body;

/** Cancels a load, or dismisses the report of one that has ended. @returns its last state. @throws ApiError */
export const endLoad = async (id: string): Promise<ContentLoad> =>
  (await send<ContentLoad>(`/host/loads/${encodeURIComponent(id)}`, { method: "DELETE" })).body;

/** The loads of all clusters; undefined until the host has sent them. */
export const useContentLoads = (): readonly ContentLoad[] | undefined =>
  useQuery({ queryKey: LOADS, queryFn: ({ signal }) => listLoads(signal), staleTime: 30_000 }).data;

/** Finds loads that ended, successfully or not, while the page was open; reports each end once. */
export class EndedLoads {
  #known: ReadonlySet<string> | undefined;

  /** @param loads all loads that the host currently knows; those that ended before the first call are not reported */
  newlyEnded(loads: readonly ContentLoad[]): ContentLoad[] {
    const ended = loads.filter(({ state }) => state !== "running");
    const known = this.#known ?? new Set(ended.map(({ id }) => id));
    this.#known = new Set(ended.map(({ id }) => id));
    return ended.filter(({ id }) => !known.has(id));
  }
}
