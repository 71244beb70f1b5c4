import ELK from "elkjs/lib/elk-api.js";
import ElkWorker from "elkjs/lib/elk-worker.min.js?worker";
import type { AccessGraph, GraphNode } from "./accessGraph.ts";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const WIDTH = { subject: 200, binding: 240, role: 220, rules: 360, more: 140 } as const;
const LINE = 18;

/** The size of a node. */
function sizeOf(node: GraphNode): { width: number; height: number } {
  const lines = node.kind === "rules" ? node.rules.length + (node.left > 0 ? 1 : 0) : node.kind === "more" ? 1 : 2;
  return { width: WIDTH[node.kind], height: lines * LINE + 18 };
}

/** Places nodes in layers from left to right, in a worker. The signal ends the worker. */
export async function layoutGraph(graph: AccessGraph, signal: AbortSignal): Promise<ReadonlyMap<string, Place>> {
  const elk = new ELK({ workerFactory: () => new ElkWorker() });
  const end = (): void => elk.terminateWorker();
  signal.addEventListener("abort", end);
  try {
    const root = await elk.layout({
      id: "root",
      layoutOptions: {
        "elk.algorithm": "layered",
        "elk.direction": "RIGHT",
        "elk.spacing.nodeNode": "14",
        "elk.layered.spacing.nodeNodeBetweenLayers": "56",
        "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
      },
      children: graph.nodes.map((node) => ({ id: node.id, ...sizeOf(node) })),
      edges: graph.edges.map(({ from, to }) => ({ id: `${from} ${to}`, sources: [from], targets: [to] })),
    });
    return new Map(
      (root.children ?? []).map(({ id, x = 0, y = 0, width = 0, height = 0 }) => [id, { x, y, width, height }]),
    );
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}
