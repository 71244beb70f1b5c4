/** The loads of content that the console's host runs, as the page knows them. */
import { useQuery } from "@tanstack/react-query";
import type { ContentLoad } from "../../shared/console/contentLoad.ts";
import { send } from "../api/requests/request.ts";
import { viewAsHeaders } from "../api/viewAs.ts";
import { fieldManager } from "../editor/applyRequest.ts";

/** The key of the loads among the queries; the host's events keep them current. */
export const LOADS = ["contentLoads"];

/** The loads of all clusters. @throws ApiError */
export async function listLoads(signal?: AbortSignal): Promise<ContentLoad[]> {
  const { body } = await send<ContentLoad[]>("/host/loads", { signal, isBackground: true });
  return Array.isArray(body) ? body : [];
}

/**
 * Begins to load content with the identity with which the console views the cluster. @returns the load; the running one
 * where there was one
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

/** Cancels a load, or closes the report of one that is over. @returns how it stood at last. @throws ApiError */
export const endLoad = async (id: string): Promise<ContentLoad> =>
  (await send<ContentLoad>(`/host/loads/${encodeURIComponent(id)}`, { method: "DELETE" })).body;

/** The loads of all clusters; undefined until the host told them. */
export const useContentLoads = (): readonly ContentLoad[] | undefined =>
  useQuery({ queryKey: LOADS, queryFn: ({ signal }) => listLoads(signal), staleTime: 30_000 }).data;

/** Picks, of the loads that the host tells, those that ended while the page was there, complete or not; each end once. */
export class EndedLoads {
  #known: ReadonlySet<string> | undefined;

  /** @param loads all that the host knows now; those that have ended before the first call are no news */
  news(loads: readonly ContentLoad[]): ContentLoad[] {
    const ended = loads.filter(({ state }) => state !== "running");
    const known = this.#known ?? new Set(ended.map(({ id }) => id));
    this.#known = new Set(ended.map(({ id }) => id));
    return ended.filter(({ id }) => !known.has(id));
  }
}
