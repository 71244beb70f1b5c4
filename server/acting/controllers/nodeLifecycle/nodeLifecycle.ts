import type { Lease } from "kubernetes-types/coordination/v1";
import type { Node, Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decoded, narrow } from "../../../api/registry/strategies/narrow.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { podCondition } from "../pods/podState.ts";
import { Heartbeats, unknownConditions } from "./nodeHealth.ts";
import { taintsOf } from "./nodeTaints.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
const PODS = { group: "", version: "v1", resource: "pods" };

/** For indices: the node that a pod is placed on. */
export const nodeOfPod = (pod: ApiObject): string[] => {
  const { nodeName = "" } = narrow<Pod>(pod).spec ?? {};
  return nodeName === "" ? [] : [nodeName];
};

/** Watches whether nodes report, taints them by their conditions, and marks their pods as not ready. */
export function nodeLifecycleController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary, now } = parts;
  const nodes = informers.of(NODES);
  const pods = informers.of(PODS);
  const leases = informers.of({ group: vocabulary.render("coordination.{domain}"), resource: "leases" });
  const heartbeats = new Heartbeats();
  const registered = new Set<string>();

  async function markPods(node: ApiObject): Promise<void> {
    for (const pod of pods.by(nodeOfPod, node.metadata.name ?? "")) {
      const ready = podCondition(pod, "Ready");
      if (ready === undefined || ready.status === "False") continue;
      recorder.tell(pod, "Warning", "NodeNotReady", "Node is not ready");
      const condition = { type: "Ready", status: "False", lastTransitionTime: timestamp(now()) };
      const { namespace, name, uid } = pod.metadata;
      const patch = { metadata: { uid }, status: { conditions: [condition] } };
      await ignoring(
        ["NotFound", "Conflict"],
        client.patch({ ...PODS, namespace, name, subresource: "status" }, patch, { type: "strategic" }),
      );
    }
  }

  /** Writes that the state of a silent node is unknown. */
  async function writeUnknown(object: ApiObject, node: Node): Promise<ApiObject> {
    const conditions = unknownConditions(node, now());
    if (conditions === undefined) return object;
    const ref = { ...NODES, name: object.metadata.name, subresource: "status" };
    return client.update(
      { ...ref, name: object.metadata.name ?? "" },
      { ...object, status: { ...node.status, conditions } },
    );
  }

  return startController(parts, {
    sources: [
      { informer: nodes },
      {
        informer: leases,
        keys: ({ object }) =>
          object.metadata.namespace === vocabulary.nodeLeaseNamespace ? [`/${object.metadata.name}`] : [],
      },
    ],
    async reconcile(key) {
      const { name } = splitKey(key);
      let object = nodes.get("", name);
      if (object === undefined) {
        heartbeats.forget(name);
        registered.delete(name);
        return undefined;
      }
      if (!registered.has(name)) {
        registered.add(name);
        recorder.tell(object, "Normal", "RegisteredNode", `Node ${name} event: Registered Node ${name} in Controller`);
      }
      const lease = leases.get(vocabulary.nodeLeaseNamespace, name);
      const left = heartbeats.untilSilent(decoded<Node>(object), lease && decoded<Lease>(lease), now());
      const wasReady = isReady(decoded<Node>(object));
      if (left <= 0) object = await writeUnknown(object, decoded<Node>(object));
      const node = decoded<Node>(object);
      if (wasReady && !isReady(node))
        recorder.tell(object, "Normal", "NodeNotReady", `Node ${name} status is now: NodeNotReady`);
      const taints = taintsOf(node, vocabulary, now());
      if (taints !== undefined) {
        const { resourceVersion } = object.metadata;
        await client.patch(
          { ...NODES, name },
          { metadata: { resourceVersion }, spec: { taints: taints.length === 0 ? null : taints } },
        );
      }
      if (!isReady(node) && node.status?.conditions !== undefined) await markPods(object);
      await informers.fresh();
      return left > 0 ? { again: left } : undefined;
    },
  });
}

const isReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: truth }) => type === "Ready" && truth === "True") ?? false;
