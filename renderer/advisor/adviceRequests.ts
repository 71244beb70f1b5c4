/**
 * Asks the console's host about deprecated versions. The request log does not store the texts, because manifests may
 * contain secrets.
 */

import type { ClusterAdvice, TextAdvice } from "../../shared/advice/answers.ts";
import type { Release } from "../../shared/advice/release.ts";
import { errorOf, unreachable } from "../api/requests/request.ts";
import { viewAsHeaders } from "../api/viewAs.ts";

async function post<T>(path: string, body: object, headers: Record<string, string>, signal: AbortSignal): Promise<T> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    text = await answer.text();
  } catch (error) {
    if (signal.aborted) throw error;
    throw unreachable();
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (!answer.ok || value === undefined) throw errorOf(answer.status, value, text);
  return value as T;
}

/**
 * The API versions in a text's manifests that the release deprecates or removes.
 *
 * @throws ApiError with the host's Status
 */
export const adviseManifests = (
  question: { text: string; target: Release; vocabulary: string },
  signal: AbortSignal,
): Promise<TextAdvice> => post("/host/advise", question, {}, signal);

/**
 * The API versions of a cluster that the release deprecates or removes, as far as the viewing identity may read them.
 *
 * @throws ApiError
 */
export const adviseCluster = (cluster: string, target: Release, signal: AbortSignal): Promise<ClusterAdvice> =>
  post(`/host/clusters/${encodeURIComponent(cluster)}/advise`, { target }, viewAsHeaders(cluster), signal);
