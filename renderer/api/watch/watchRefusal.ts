import { withQuery } from "../../../shared/resourcePath.ts";
import { ApiError, isApiError } from "../../../shared/status.ts";
import { request } from "../requests/request.ts";

/** HTTP status of a verb that a resource lacks. */
const NOT_SUPPORTED = 405;

/** Whether a list is unwatched because of its kind, not because of the user. */
export const lacksWatch = (refusal: ApiError): boolean => refusal.code === NOT_SUPPORTED;

/** Why a kind cannot be watched, according to discovery; undefined when it can, or when the verbs are unknown. */
export const unwatchable = (verbs: readonly string[] | undefined): ApiError | undefined =>
  verbs === undefined || verbs.includes("watch")
    ? undefined
    : new ApiError(NOT_SUPPORTED, "MethodNotAllowed", "The server does not support watching this kind.");

/**
 * Requests a watch of one second by plain HTTP, because the page can read its refusal, unlike that of a WebSocket.
 *
 * @param path API path of the collection
 * @returns the error for a missing permission, or of a server that does not support the watch; undefined for every
 * other response, and without a response
 */
export async function watchRefusal(
  cluster: string,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<ApiError | undefined> {
  try {
    await request(cluster, { path: withQuery(path, { ...query, watch: "true", timeoutSeconds: "1" }), signal });
    return undefined;
  } catch (error) {
    return isApiError(error) && [403, NOT_SUPPORTED].includes(error.code) ? error : undefined;
  }
}
