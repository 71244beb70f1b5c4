/** Requests to the console's host about forwarded ports. Every function @throws ApiError */
import type { Forward, ForwardRequest } from "../../shared/console/forward.ts";
import { send } from "../api/requests/request.ts";
import { viewAsHeaders } from "../api/viewAs.ts";

/** The forwarded ports of all clusters. */
export async function listForwards(signal?: AbortSignal): Promise<Forward[]> {
  const { body } = await send<Forward[]>("/host/forwards", { signal });
  return Array.isArray(body) ? body : [];
}

/** Opens a port with the identity as which the console views the cluster. */
export const openForward = async (cluster: string, request: ForwardRequest): Promise<Forward> =>
  (
    await send<Forward>(`/host/clusters/${encodeURIComponent(cluster)}/forward`, {
      method: "POST",
      body: request,
      headers: viewAsHeaders(cluster),
    })
  ).body;

export const stopForward = (id: string): Promise<unknown> =>
  send(`/host/forwards/${encodeURIComponent(id)}`, { method: "DELETE" });

/** The address to open in a browser on this machine. */
export const addressOf = ({ localPort }: Pick<Forward, "localPort">): string => `http://127.0.0.1:${localPort}`;
