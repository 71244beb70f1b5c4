import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { forEachIsolated } from "../../../store/cache/forEachIsolated.ts";
import type { ObjectChange, ObjectReader } from "../../../store/cache/reader.ts";
import { podReferences, REFERENCED } from "./podReferences.ts";
import { Reachability } from "./reachability.ts";
import { claimOf, volumeSecrets } from "./volumeReferences.ts";

/** The objects that nodes need: a node needs its pods, a pod needs its secrets, its claims, their volumes … */
export interface NodeGraph {
  /** Whether a node may access the object. `namespace` is empty for cluster scope. */
  related(node: string, resource: string, namespace: string, name: string): boolean;
  /** Stops following. */
  close(): void;
}

const vertex = (resource: string, namespace: string, name: string): string => `${resource}/${namespace}/${name}`;

/** Builds the graph from the stored objects and follows later changes. */
export function followNodeGraph(reader: ObjectReader, vocabulary: Vocabulary): NodeGraph {
  let reachability = new Reachability();
  /** Functions that rebuild the part of each resource in an empty graph. */
  const parts: (() => void)[] = [];
  const mirror = vocabulary.render("{labelDomain}/config.mirror");

  /** Maintains the edges from the objects of one resource; `same` recognises changes that do not affect edges. */
  const follow = (resource: GroupResource, edges: (object: ApiObject) => Edge[], same: Same = never): (() => void) => {
    const known = new Map<string, readonly Edge[]>();
    const replace = (object: ApiObject, next: readonly Edge[]): void => {
      const key = vertex("", object.metadata.namespace ?? "", object.metadata.name ?? "");
      for (const edge of known.get(key) ?? []) removeEdge(reachability, edge);
      for (const edge of next) addEdge(reachability, edge);
      if (next.length === 0) known.delete(key);
      else known.set(key, next);
    };
    const load = (): void => forEachIsolated(reader.list(resource), (object) => replace(object, edges(object)));
    parts.push(() => {
      known.clear();
      load();
    });
    // Subscribe before reading the list, so that no change is missed; handling an object twice is harmless.
    const change = ({ type, object, previous }: ObjectChange): void => {
      if (type === "deleted") replace(object, []);
      else if (previous === undefined || !same(previous, object)) replace(object, edges(object));
    };
    const end = reader.follow(resource, change, rebuild);
    load();
    return end;
  };
  /** Rebuilds all parts, because a partially added or removed edge would affect the counts of all of them. */
  const rebuild = (): void => {
    reachability = new Reachability();
    forEachIsolated(parts, (make) => make());
  };

  const ends = [
    follow({ group: "", resource: "pods" }, (pod) => podEdges(pod, mirror), samePod),
    follow({ group: "", resource: "persistentvolumes" }, volumeEdges),
    follow(
      { group: vocabulary.render("storage.{domain}"), resource: "volumeattachments" },
      edgeOf("volumeattachments"),
    ),
    follow({ group: vocabulary.render("resource.{domain}"), resource: "resourceslices" }, edgeOf("resourceslices")),
  ];
  return {
    related: (node, resource, namespace, name) => reachability.reaches(vertex(resource, namespace, name), node),
    close() {
      for (const end of ends) end();
    },
  };
}

/** An edge to a node, or to another vertex. */
type Edge = { readonly from: string } & ({ readonly node: string } | { readonly to: string });

function addEdge(graph: Reachability, edge: Edge): void {
  if ("node" in edge) graph.addNode(edge.from, edge.node);
  else graph.addEdge(edge.from, edge.to);
}

function removeEdge(graph: Reachability, edge: Edge): void {
  if ("node" in edge) graph.removeNode(edge.from, edge.node);
  else graph.removeEdge(edge.from, edge.to);
}

type Same = (before: ApiObject, after: ApiObject) => boolean;
const never: Same = () => false;

/** An attachment or a device slice belongs to the node that it names. */
const edgeOf =
  (resource: string) =>
  (object: ApiObject): Edge[] => {
    const { nodeName } = (object["spec"] ?? {}) as { nodeName?: string };
    return nodeName ? [{ from: vertex(resource, "", object.metadata.name ?? ""), node: nodeName }] : [];
  };

interface PodParts {
  readonly spec?: { readonly nodeName?: string; readonly ephemeralContainers?: readonly unknown[] };
  readonly status?: { readonly resourceClaimStatuses?: readonly { name?: string; resourceClaimName?: string }[] };
}

/** The references of a bound pod are fixed, except for claims that are created later and containers that are added. */
function samePod(before: ApiObject, after: ApiObject): boolean {
  const facts = (pod: ApiObject): string => {
    const { spec, status } = pod as PodParts;
    const claims = status?.resourceClaimStatuses?.map(({ name, resourceClaimName }) => `${name}=${resourceClaimName}`);
    return `${pod.metadata.uid} ${spec?.nodeName} ${spec?.ephemeralContainers?.length ?? 0} ${claims?.join()}`;
  };
  return before.metadata.uid !== undefined && facts(before) === facts(after);
}

function podEdges(pod: ApiObject, mirror: string): Edge[] {
  const { namespace = "", name = "" } = pod.metadata;
  const node = (pod as PodParts).spec?.nodeName;
  if (!node) return [];
  const self = vertex("pods", namespace, name);
  const bound: Edge = { from: self, node };
  // Nodes create mirror pods themselves, so these must not give them permissions.
  if (pod.metadata.annotations?.[mirror] !== undefined) return [bound];
  const references = REFERENCED.flatMap((resource) =>
    [...podReferences(pod, resource)].map(
      (referred): Edge => ({ from: vertex(resource, namespace, referred), to: self }),
    ),
  );
  return [bound, ...references];
}

function volumeEdges(volume: ApiObject): Edge[] {
  const claim = claimOf(volume);
  if (claim === undefined) return [];
  const self = vertex("persistentvolumes", "", volume.metadata.name ?? "");
  const secrets = new Set(volumeSecrets(volume).map(({ namespace, name }) => vertex("secrets", namespace, name)));
  return [
    { from: self, to: vertex("persistentvolumeclaims", claim.namespace, claim.name) },
    ...[...secrets].map((from): Edge => ({ from, to: self })),
  ];
}
