import type { ApiObject } from "../../../shared/object.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { useLiveObjects } from "../live/useLiveObjects.ts";

/** The events about an object, live. @param more further terms of the field selector, such as `type=Warning` */
export function useEventsAbout(object: ApiObject, kind: string, ...more: readonly string[]) {
  const { cluster } = useClusterScope();
  const { name = "", namespace = "", uid } = object.metadata;
  const selector = [`involvedObject.name=${name}`, `involvedObject.kind=${kind}`, ...more];
  // In events about nodes, the node agent sets `involvedObject.uid` to the node's name.
  if (uid !== undefined && kind !== "Node") selector.push(`involvedObject.uid=${uid}`);
  return useLiveObjects({
    cluster: cluster.id,
    // Events about cluster-scoped objects are in the namespace `default`.
    collection: { group: "", version: "v1", resource: "events", namespace: namespace === "" ? "default" : namespace },
    kind: "Event",
    fieldSelector: selector.join(","),
  });
}
