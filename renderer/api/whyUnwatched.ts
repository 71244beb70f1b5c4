import { withQuery } from "../../shared/resourcePath.ts";
import { type ApiError, isApiError } from "../../shared/status.ts";
import { request } from "./request.ts";

/**
 * Asks for a watch of a second by plain HTTP, whose refusal can be read; that of a WebSocket cannot.
 *
 * @param path API path of the collection
 * @returns the refusal for want of a right; undefined for every other answer, and for none
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
