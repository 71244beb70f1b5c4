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
