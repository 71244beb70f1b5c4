/**
 * Which nodes can be reached from a vertex of a graph, updated as edges are added and removed. A query costs two
 * look-ups; the cost of a change grows with its effects. The graph consists of references (`secret → volume → claim →
 * pod → node`) and has no cycles. A vertex is an arbitrary string that the caller chooses.
 */
export class Reachability {
  /** By vertex and node: how many of the vertex's edges lead to the node. */
  readonly #nodes = new Map<string, Map<string, number>>();
  /** By vertex: the vertices with an edge to it. */
  readonly #sources = new Map<string, Set<string>>();

  /** Whether there is a path from the vertex to the node. */
  reaches(vertex: string, node: string): boolean {
    return this.#nodes.get(vertex)?.has(node) === true;
  }

  /** Adds a new edge from a vertex to a node. */
  addNode(vertex: string, node: string): void {
    this.#change(vertex, node, 1);
  }

  removeNode(vertex: string, node: string): void {
    this.#change(vertex, node, -1);
  }

  /** Adds a new edge between two vertices. */
  addEdge(from: string, to: string): void {
    const sources = this.#sources.get(to);
    if (sources === undefined) this.#sources.set(to, new Set([from]));
    else sources.add(from);
    for (const node of this.#nodes.get(to)?.keys() ?? []) this.#change(from, node, 1);
  }

  removeEdge(from: string, to: string): void {
    const sources = this.#sources.get(to);
    if (sources?.delete(from) !== true) return;
    if (sources.size === 0) this.#sources.delete(to);
    for (const node of this.#nodes.get(to)?.keys() ?? []) this.#change(from, node, -1);
  }

  /** The number of vertices in memory; lets tests check that none is left behind. */
  get size(): number {
    return this.#nodes.size + this.#sources.size;
  }

  /**
   * Adds or removes one path to the node. Vertices with an edge to this one are only updated when the first path is
   * added or the last one is removed.
   */
  #change(vertex: string, node: string, by: 1 | -1): void {
    let nodes = this.#nodes.get(vertex);
    const before = nodes?.get(node) ?? 0;
    const after = before + by;
    if (nodes === undefined) {
      nodes = new Map();
      this.#nodes.set(vertex, nodes);
    }
    if (after > 0) nodes.set(node, after);
    else nodes.delete(node);
    if (nodes.size === 0) this.#nodes.delete(vertex);
    if (before > 0 === after > 0) return;
    for (const source of this.#sources.get(vertex) ?? []) this.#change(source, node, by);
  }
}
