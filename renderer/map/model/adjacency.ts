import type { MapEdge } from "./clusterMap.ts";

/** The incoming and outgoing edges of each node. */
export class Adjacency {
  readonly #from = new Map<string, MapEdge[]>();
  readonly #to = new Map<string, MapEdge[]>();

  constructor(edges: readonly MapEdge[]) {
    for (const edge of edges) {
      push(this.#from, edge.from, edge);
      push(this.#to, edge.to, edge);
    }
  }

  /** Edges that begin at a node. */
  from(id: string): readonly MapEdge[] {
    return this.#from.get(id) ?? [];
  }

  /** Edges that end at a node. */
  to(id: string): readonly MapEdge[] {
    return this.#to.get(id) ?? [];
  }

  /** Ids of a node's neighbours. */
  *beside(id: string): Iterable<string> {
    for (const edge of this.from(id)) yield edge.to;
    for (const edge of this.to(id)) yield edge.from;
  }

  /** A node with all its ancestors and descendants. */
  chain(id: string): Set<string> {
    const ids = new Set([id]);
    this.#walk(id, ids, (at) => this.from(at).map(({ to }) => to));
    this.#walk(id, ids, (at) => this.to(at).map(({ from }) => from));
    return ids;
  }

  #walk(start: string, ids: Set<string>, next: (id: string) => readonly string[]): void {
    const seen = new Set([start]);
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const id of next(at)) {
        if (seen.has(id)) continue;
        seen.add(id);
        ids.add(id);
        open.push(id);
      }
    }
  }
}

function push(map: Map<string, MapEdge[]>, key: string, edge: MapEdge): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [edge]);
  else list.push(edge);
}
