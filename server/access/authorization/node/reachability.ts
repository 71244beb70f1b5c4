/**
 * Which nodes can be reached from a vertex of a graph, kept current while edges come and go: a question costs two
 * look-ups, and the cost of a change grows with what it changes. The graph is one of references (`secret → volume →
 * claim → pod → node`) and has no cycles; a vertex is a string that its user makes.
 */
export class Reachability {
  /** By vertex and node, the number of its edges over which it is reached. */
  readonly #nodes = new Map<string, Map<string, number>>();
  /** By vertex, those with an edge to it. */
  readonly #sources = new Map<string, Set<string>>();

  /** Whether there is a path from the vertex to the node. */
  reaches(vertex: string, node: string): boolean {
    return this.#nodes.get(vertex)?.has(node) === true;
  }

  /** Adds an edge from a vertex to a node itself, which is not there yet. */
  addNode(vertex: string, node: string): void {
    this.#change(vertex, node, 1);
  }

  removeNode(vertex: string, node: string): void {
    this.#change(vertex, node, -1);
  }

  /** Adds an edge between two vertices, which is not there yet. */
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

  /** The number of vertices of which anything is kept: for tests that nothing stays behind. */
  get size(): number {
    return this.#nodes.size + this.#sources.size;
  }

  /**
   * Adds or removes one way to the node. The sources of the vertex's edges are updated only for the first way and for
   * the end of the last.
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
