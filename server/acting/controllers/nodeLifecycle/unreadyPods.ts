import type { Node } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { nodeOfPod, podCondition } from "../pods/podState.ts";
import { readiness } from "./nodeHealth.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
const PODS = { group: "", version: "v1", resource: "pods" };

/** Marks a pod as not ready because its node is not, and writes an Event. @throws ApiError */
export async function markUnready({ client, recorder, now }: InformedParts, pod: ApiObject): Promise<void> {
  const ready = podCondition(pod, "Ready");
  if (ready === undefined || ready.status === "False") return;
  const condition = { type: "Ready", status: "False", lastTransitionTime: timestamp(now()) };
  const { namespace, name, uid } = pod.metadata;
  const patch = { metadata: { uid }, status: { conditions: [condition] } };
  try {
    await client.patch({ ...PODS, namespace, name, subresource: "status" }, patch, { type: "strategic" });
  } catch (error) {
    // The pod was deleted, or replaced by another one of that name.
    if (isApiError(error, "NotFound") || isApiError(error, "Conflict")) return;
    throw error;
  }
  recorder.record(pod, "Warning", "NodeNotReady", "Node is not ready");
}

/** Marks pods that are placed on a node which is not ready. */
export function markPlacedPods(parts: InformedParts): RunningController {
  const nodes = parts.informers.of(NODES);
  const pods = parts.informers.of(PODS);
  return startController(parts, {
    sources: [{ informer: pods, keys: (change) => (isPlacing(change) ? [keyOf(change.object)] : []) }],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const pod = pods.get(namespace, name);
      const [nodeName] = pod === undefined ? [] : nodeOfPod(pod);
      const node = nodeName === undefined ? undefined : nodes.get("", nodeName);
      if (pod === undefined || node === undefined) return undefined;
      const ready = readiness(decoded<Node>(node));
      if (ready !== undefined && ready !== "True") await markUnready(parts, pod);
      return undefined;
    },
  });
}

function isPlacing({ type, object, previous }: ObjectChange): boolean {
  const [node] = nodeOfPod(object);
  if (type === "deleted" || node === undefined) return false;
  return previous === undefined || nodeOfPod(previous)[0] !== node;
}
