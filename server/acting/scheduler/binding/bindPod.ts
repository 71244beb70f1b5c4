import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { PodInfo } from "../model/podInfo.ts";

/**
 * Binds a pod to a node through the API.
 * @throws ApiError when the pod is gone, is being deleted, or was bound elsewhere in the meantime
 */
export async function bindPod(client: Pick<ApiClient, "create">, pod: PodInfo, node: string): Promise<void> {
  const { namespace, name, uid } = pod;
  await client.create(
    { group: "", version: "v1", resource: "pods", namespace, name, subresource: "binding" },
    { apiVersion: "v1", kind: "Binding", metadata: { namespace, name, uid }, target: { kind: "Node", name: node } },
  );
}
