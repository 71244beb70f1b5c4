import { type ClusterMap, type MapNode, nodeId } from "./clusterMap.ts";

export interface Selected {
  /** The node on the map; for a pod, that of its workload. */
  readonly node: MapNode;
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
  };
  readonly isThere: boolean;
}

/** Resolves an id to a node of the map, or to a pod of a node. */
export function findSelected(map: ClusterMap, id: string): Selected | undefined {
  if (id === "") return undefined;
  const node = map.nodes.find((each) => each.id === id);
  if (node !== undefined) return { node, object: node, isThere: node.presence !== "missing" };
  const [kind, namespace = "", name] = id.split("/");
  if (kind !== "Pod") return undefined;
  for (const owner of map.nodes) {
    const pod = owner.pods.find((each) => each.name === name);
    if (pod === undefined || !mayOwnIn(owner, namespace)) continue;
    const object = { apiVersion: "v1", kind: "Pod", namespace, name: pod.name, uid: pod.uid };
    return { node: owner, object, isThere: true };
  }
  return undefined;
}

/** Cluster-scoped owners can own pods in all namespaces. */
const mayOwnIn = (owner: MapNode, namespace: string): boolean =>
  owner.namespace === namespace || owner.namespace === "";

export const podId = (namespace: string, name: string): string => nodeId("Pod", namespace, name);
