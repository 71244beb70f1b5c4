import { withQuery } from "../../../shared/resourcePath.ts";
import { type ApiError, isApiError } from "../../../shared/status.ts";
import { request } from "../requests/request.ts";

/**
 * Requests a watch of one second by plain HTTP, whose refusal the page can read, unlike that of a WebSocket.
 *
 * @param path API path of the collection
 * @returns the refusal for a missing permission; undefined for every other answer, and without an answer
 */
export async function whyUnwatched(
  cluster: string,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<ApiError | undefined> {
  try {
    await request(cluster, { path: withQuery(path, { ...query, watch: "true", timeoutSeconds: "1" }), signal });
    return undefined;
  } catch (error) {
    return isApiError(error) && error.code === 403 ? error : undefined;
  }
}
