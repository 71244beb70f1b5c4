/** What the page asks the console's host about forwarded ports. Every function @throws ApiError */
import type { Forward, ForwardWish } from "../../shared/console/forward.ts";
import { send } from "../api/request.ts";
import { viewAsHeaders } from "../api/viewAs.ts";

/** Of all clusters. */
export async function listForwards(signal?: AbortSignal): Promise<Forward[]> {
  const { body } = await send<Forward[]>("/host/forwards", { signal });
  return Array.isArray(body) ? body : [];
}

/** As whom the console looks at the cluster. */
export const openForward = async (cluster: string, wish: ForwardWish): Promise<Forward> =>
  (
    await send<Forward>(`/host/clusters/${encodeURIComponent(cluster)}/forward`, {
      method: "POST",
      body: wish,
      headers: viewAsHeaders(cluster),
    })
  ).body;

export const stopForward = (id: string): Promise<unknown> =>
  send(`/host/forwards/${encodeURIComponent(id)}`, { method: "DELETE" });

/** Where a browser of this machine finds it. */
export const addressOf = ({ localPort }: Pick<Forward, "localPort">): string => `http://127.0.0.1:${localPort}`;
