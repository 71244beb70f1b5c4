import { type ApiObject, type OwnerReference, parseApiVersion } from "../../../shared/object.ts";
import type { Finding } from "../../overview/model/finding.ts";
import type { ClusterMap, MapEdge, MapNode, MapPod, Note, Relation } from "./clusterMap.ts";
import { nodeId } from "./clusterMap.ts";
import { isMapKind, LAYER, layerOf, type MapKind } from "./kinds.ts";

/** A node while the map is being built. */
export interface DraftNode extends MapNode {
  layer: number;
  labels: Readonly<Record<string, string>>;
  finding: Finding | undefined;
  readonly pods: MapPod[];
  readonly notes: Note[];
}

interface DraftEdge extends MapEdge {
  readonly relations: Relation[];
}

/** Information that is not in the objects themselves. */
export interface MapContext {
  /** The API group of a kind of the map. */
  groupOf(kind: MapKind): string;
  /** Whether all objects of the kind in the namespace were read, so that an unknown one does not exist. */
  isKnown(kind: string, namespace: string): boolean;
  /** Whether the kind of a reference is namespaced. */
  isNamespaced(reference: Pick<OwnerReference, "apiVersion" | "kind">): boolean;
}

/** A map while it is being built. Every node and edge is added once, regardless of how many objects refer to it. */
export class MapDraft {
  readonly nodes = new Map<string, DraftNode>();
  readonly #byUid = new Map<string, string>();
  readonly #edges = new Map<string, DraftEdge>();
  readonly #context: MapContext;

  constructor(context: MapContext) {
    this.#context = context;
  }

  /** Adds an object that was read. */
  add(kind: string, { apiVersion = "v1", metadata }: ApiObject, finding?: Finding): DraftNode {
    const { namespace = "", name = "", uid = "", labels = {} } = metadata;
    const node = this.#put({ apiVersion, kind, namespace, name, uid, labels, presence: "there", finding });
    if (uid !== "") this.#byUid.set(uid, node.id);
    return node;
  }

  /** Maps another uid to a node: the uid of an owned object that has no separate node. */
  standFor(uid: string, node: DraftNode): void {
    this.#byUid.set(uid, node.id);
  }

  /** The node of a referenced object, added to the map even if the object does not exist. */
  refer(reference: { apiVersion: string; kind: string; name: string }, namespace: string): DraftNode {
    const { apiVersion, kind, name } = reference;
    const before = this.find(reference, namespace);
    if (before !== undefined) return before;
    const isMissing = this.#isBuiltIn(apiVersion, kind) && this.#context.isKnown(kind, namespace);
    const presence = isMissing ? "missing" : "named";
    return this.#put({ apiVersion, kind, namespace, name, uid: "", labels: {}, presence, finding: undefined });
  }

  /** The node of an object that was already read. */
  find({ apiVersion, kind, name }: { apiVersion: string; kind: string; name: string }, namespace: string) {
    return this.nodes.get(nodeId(this.#longKind(apiVersion, kind), namespace, name));
  }

  /** The node of the object with the uid, or the node that represents it; undefined if the object was not read. */
  withUid(uid: string | undefined): DraftNode | undefined {
    const id = uid === undefined ? undefined : this.#byUid.get(uid);
    return id === undefined ? undefined : this.nodes.get(id);
  }

  /** The node of an owner: that of the object, or if it was not read, a node made from the reference. */
  owner(reference: OwnerReference, namespace: string): DraftNode {
    return this.withUid(reference.uid) ?? this.refer(reference, this.#context.isNamespaced(reference) ? namespace : "");
  }

  link(from: MapNode, to: MapNode, relation: Relation): void {
    if (from.id === to.id) return;
    const id = `${from.id} ${to.id}`;
    const edge = this.#edges.get(id);
    if (edge === undefined) this.#edges.set(id, { id, from: from.id, to: to.id, relations: [relation] });
    else if (!edge.relations.includes(relation)) edge.relations.push(relation);
  }

  /** Ids of all nodes with edges. */
  linked(): Set<string> {
    const ids = new Set<string>();
    for (const { from, to } of this.#edges.values()) ids.add(from).add(to);
    return ids;
  }

  finish(): ClusterMap {
    return { nodes: [...this.nodes.values()], edges: [...this.#edges.values()] };
  }

  #put(of: Omit<DraftNode, "id" | "layer" | "pods" | "notes">): DraftNode {
    const longKind = this.#longKind(of.apiVersion, of.kind);
    const id = nodeId(longKind, of.namespace, of.name);
    const node = { ...of, id, layer: longKind === of.kind ? layerOf(of.kind) : LAYER.entry, pods: [], notes: [] };
    this.nodes.set(id, node);
    return node;
  }

  #isBuiltIn(apiVersion: string, kind: string): boolean {
    return isMapKind(kind) && parseApiVersion(apiVersion).group === this.#context.groupOf(kind);
  }

  /** Qualifies a kind of another group that has the same name as a kind of the map. */
  #longKind(apiVersion: string, kind: string): string {
    const { group } = parseApiVersion(apiVersion);
    return !isMapKind(kind) || this.#isBuiltIn(apiVersion, kind) ? kind : `${kind}.${group}`;
  }
}
