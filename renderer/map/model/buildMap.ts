/** Builds the graph of connected objects in one pass over the objects, with one lookup per reference. */
import type { ApiObject } from "../../../shared/object.ts";
import { objectFinding } from "../../overview/model/objectFinding.ts";
import { textAt } from "../../resources/kinds/read.ts";
import { addAutoscaler, addDisruptionBudget, addNetworkPolicy, addService } from "./actors.ts";
import type { ClusterMap, MapNode } from "./clusterMap.ts";
import { addIngress, portsOf } from "./ingresses.ts";
import { MAP_KIND_NAMES, type MapKind } from "./kinds.ts";
import { type MapContext, MapDraft } from "./mapDraft.ts";
import { addRoleBinding } from "./rights.ts";
import { Workloads } from "./workloads.ts";

export interface MapInput extends MapContext {
  readonly objects: Readonly<Record<MapKind, readonly ApiObject[]>>;
  /** Milliseconds since the epoch, by the clock of the cluster. */
  readonly now: number;
}

/** The graph of connected objects, ordered by name. */
export function buildMap(input: MapInput): ClusterMap {
  const { objects, now } = input;
  const draft = new MapDraft(input);
  for (const kind of ["ConfigMap", "Secret", "ServiceAccount", "Role"] as const) {
    for (const object of objects[kind]) draft.add(kind, object);
  }
  for (const claim of objects.PersistentVolumeClaim) addClaim(draft, claim, now);
  const workloads = new Workloads(draft, now);
  workloads.add(objects);
  const acting = { draft, index: workloads.index };
  for (const service of objects.Service) addService(acting, service);
  for (const autoscaler of objects.HorizontalPodAutoscaler) addAutoscaler(draft, autoscaler);
  for (const budget of objects.PodDisruptionBudget) addDisruptionBudget(acting, budget);
  for (const policy of objects.NetworkPolicy) addNetworkPolicy(acting, policy);
  const ports = portsOf(objects.Service);
  for (const ingress of objects.Ingress) addIngress(draft, ingress, ports);
  for (const binding of objects.RoleBinding) addRoleBinding(draft, binding);
  for (const kind of MAP_KIND_NAMES) addOwners(draft, objects[kind]);
  return tidied(draft);
}

function addClaim(draft: MapDraft, claim: ApiObject, now: number): void {
  const node = draft.add("PersistentVolumeClaim", claim, objectFinding("PersistentVolumeClaim", claim, now));
  const storageClass = textAt(claim, "spec.storageClassName");
  if (storageClass !== "") node.notes.push({ id: "storageClass", values: { name: storageClass } });
  const name = textAt(claim, "spec.volumeName");
  if (name === "") return;
  draft.link(node, draft.refer({ apiVersion: "v1", kind: "PersistentVolume", name }, ""), "boundTo");
}

/** Objects that are part of another node are already connected to their owner there. */
function addOwners(draft: MapDraft, objects: readonly ApiObject[]): void {
  for (const { metadata } of objects) {
    if (metadata.ownerReferences === undefined) continue;
    const node = draft.withUid(metadata.uid);
    if (node === undefined || node.name !== metadata.name) continue;
    for (const owner of metadata.ownerReferences) {
      draft.link(draft.owner(owner, metadata.namespace ?? ""), node, "owns");
    }
  }
}

/**
 * Whether a node is left out unless it has edges: objects that every namespace has by default, and Helm's stored
 * releases.
 */
function isAside({ kind, name, labels }: MapNode): boolean {
  if (kind === "ConfigMap") return name.endsWith("-root-ca.crt");
  if (kind === "ServiceAccount") return name === "default";
  return kind === "Secret" && labels["owner"] === "helm";
}

function tidied(draft: MapDraft): ClusterMap {
  const linked = draft.linked();
  const { nodes, edges } = draft.finish();
  return { nodes: nodes.filter((node) => linked.has(node.id) || !isAside(node)), edges };
}
