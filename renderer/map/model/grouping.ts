/** Groups the nodes by application. */
import type { Adjacency } from "./adjacency.ts";
import type { ClusterMap, MapNode } from "./clusterMap.ts";
import { LAYER } from "./kinds.ts";

export interface MapGroup {
  /** Stable as long as the application keeps its name. */
  readonly key: string;
  /**
   * `entry`: nodes that lead to several applications; `app`: an application; `shared`: nodes that several applications
   * use; `alone`: nodes without an application.
   */
  readonly sort: "entry" | "app" | "shared" | "alone";
  /** Empty for cluster-scoped nodes. */
  readonly namespace: string;
  /** Empty unless it is an application. */
  readonly name: string;
  /** Sorted by name. */
  readonly nodes: readonly MapNode[];
}

const GROUP_ORDER: readonly MapGroup["sort"][] = ["entry", "app", "shared", "alone"];

interface Belonging {
  readonly sort: MapGroup["sort"];
  readonly namespace: string;
  readonly name: string;
}

/** Maximum number of edges between a node and its application. */
const STEPS = 4;

/**
 * Groups the map by application: by labels; else by owner. A workload without either is its own application; another
 * node joins an application if it is connected to only one.
 *
 * @param appLabels keys of labels that name an application, the most preferred first
 */
export function groupMap(map: ClusterMap, adjacency: Adjacency, appLabels: readonly string[]): MapGroup[] {
  const belongs = new Map<string, Belonging>();
  for (const node of map.nodes) {
    const name = ownName(node, adjacency, appLabels);
    if (name !== "") belongs.set(node.id, { sort: "app", namespace: node.namespace, name });
  }
  let undecided = map.nodes.filter(({ id }) => !belongs.has(id));
  for (let step = 0; step < STEPS && undecided.length > 0; step++) {
    const found = undecided.flatMap((node) => {
      const belonging = fromNeighbours(node, adjacency, belongs);
      return belonging === undefined ? [] : [{ id: node.id, belonging }];
    });
    for (const { id, belonging } of found) belongs.set(id, belonging);
    undecided = undecided.filter(({ id }) => !belongs.has(id));
  }
  const nodes = new Map(map.nodes.map((node) => [node.id, node]));
  const namespaceOf = (node: MapNode): string => {
    // A cluster-scoped node is placed next to a node that refers to it.
    const [first = ""] = node.namespace === "" ? adjacency.beside(node.id) : [];
    return nodes.get(first)?.namespace ?? node.namespace;
  };
  return collect(
    map.nodes,
    (node) => belongs.get(node.id) ?? { sort: "alone", namespace: namespaceOf(node), name: "" },
  );
}

/** The groups, reduced to the given nodes, without empty groups. */
export function filterGroups(groups: readonly MapGroup[], nodes: readonly MapNode[]): MapGroup[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return groups.flatMap((group) => {
    const left = group.nodes.filter(({ id }) => ids.has(id));
    return left.length === 0 ? [] : [{ ...group, nodes: left }];
  });
}

function ownName(node: MapNode, adjacency: Adjacency, appLabels: readonly string[]): string {
  const label = appLabels.map((key) => node.labels[key]).find((value) => value !== undefined && value !== "");
  if (label !== undefined) return label;
  const owner = adjacency.to(node.id).find(({ relations }) => relations.includes("owns"));
  if (owner !== undefined) return owner.from.slice(owner.from.lastIndexOf("/") + 1);
  const isConnected = adjacency.from(node.id).length + adjacency.to(node.id).length > 0;
  return node.layer === LAYER.workload && isConnected ? node.name : "";
}

function fromNeighbours(
  node: MapNode,
  adjacency: Adjacency,
  belongs: ReadonlyMap<string, Belonging>,
): Belonging | undefined {
  let only: Belonging | undefined;
  for (const id of adjacency.beside(node.id)) {
    const belonging = belongs.get(id);
    if (belonging === undefined) continue;
    if (only !== undefined && keyOf(only) !== keyOf(belonging)) {
      return { sort: node.layer < LAYER.workload ? "entry" : "shared", namespace: node.namespace, name: "" };
    }
    only = belonging;
  }
  return only;
}

const keyOf = ({ sort, namespace, name }: Belonging): string =>
  sort === "app" ? `${namespace}/${name}` : `${namespace}//${sort}`;

function collect(nodes: readonly MapNode[], belongingOf: (node: MapNode) => Belonging): MapGroup[] {
  const groups = new Map<string, Belonging & { key: string; nodes: MapNode[] }>();
  for (const node of nodes) {
    const belonging = belongingOf(node);
    const key = keyOf(belonging);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...belonging, key, nodes: [node] });
    else group.nodes.push(node);
  }
  for (const { nodes } of groups.values()) nodes.sort((a, b) => byText(a.name, b.name) || byText(a.id, b.id));
  return [...groups.values()].sort(
    (a, b) =>
      byText(a.namespace, b.namespace) ||
      GROUP_ORDER.indexOf(a.sort) - GROUP_ORDER.indexOf(b.sort) ||
      byText(a.name, b.name),
  );
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
