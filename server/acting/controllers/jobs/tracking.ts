import type { ApiObject } from "../../../../shared/object.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { ignoring } from "../ignoring.ts";
import type { JobNames } from "./kinds.ts";

const PODS = { group: "", version: "v1", resource: "pods" };

/**
 * Removes the finalizer by which a job keeps a pod until it is counted.
 * @returns false when the pod is gone
 * @throws ApiError when the pod could not be changed
 */
export async function untrack(
  client: ApiClient,
  { finalizer }: JobNames,
  { metadata }: Pick<ApiObject, "metadata">,
): Promise<boolean> {
  const { namespace, name = "", uid } = metadata;
  const patch = { metadata: { uid, "$deleteFromPrimitiveList/finalizers": [finalizer] } };
  const done = client.patch({ ...PODS, namespace, name }, patch, { type: "strategic" });
  return (await ignoring(["NotFound", "Invalid"], done)) !== undefined;
}

/**
 * Removes the finalizer from several pods at the same time.
 * @returns the uids of the pods, all of which no longer have it
 * @throws ApiError when one of them could not be changed
 */
export async function untrackAll(
  client: ApiClient,
  names: JobNames,
  pods: readonly Pick<ApiObject, "metadata">[],
): Promise<Set<string>> {
  const results = await Promise.allSettled(pods.map((pod) => untrack(client, names, pod)));
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return new Set(pods.map(({ metadata }) => metadata.uid ?? ""));
}
