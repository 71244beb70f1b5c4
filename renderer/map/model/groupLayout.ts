/**
 * Arranges a group in layers: first the workloads, one below the other; then all other nodes as near as possible to
 * their neighbours.
 */
import type { Adjacency } from "./adjacency.ts";
import type { Box } from "./box.ts";
import type { MapNode } from "./clusterMap.ts";
import { LAYER } from "./kinds.ts";

export interface GroupPlan {
  readonly width: number;
  readonly height: number;
  /** Boxes by node id, relative to the corner of the group. */
  readonly nodes: ReadonlyMap<string, Box>;
}

export const CARD = { width: 204, height: 46, workload: 68 } as const;
const FOLDED = { width: 268, height: 92 } as const;
const ROW_GAP = 10;
/** Space for the lines and their labels. */
const COLUMN_GAP = 84;
/** Space between columns of one layer, which have no lines between them. */
const NARROW_GAP = 16;
const EDGE = 14;
const HEAD = 36;
/** Maximum number of rows in a column; a layer with more nodes uses several columns. */
const ROWS = 12;

const heightOf = ({ layer }: MapNode): number => (layer === LAYER.workload ? CARD.workload : CARD.height);

export const planFolded = (): GroupPlan => ({ ...FOLDED, nodes: new Map() });

/** @param nodes sorted in their default order */
export function planGroup(nodes: readonly MapNode[], adjacency: Adjacency): GroupPlan {
  const layers = new Map<number, MapNode[]>();
  for (const node of nodes) {
    const layer = layers.get(node.layer);
    if (layer === undefined) layers.set(node.layer, [node]);
    else layer.push(node);
  }
  const present = [...layers.keys()].sort((a, b) => a - b);
  const anchor = present.includes(LAYER.workload) ? LAYER.workload : (present[0] ?? 0);
  const outward = [...present].sort((a, b) => Math.abs(a - anchor) - Math.abs(b - anchor) || a - b);
  const rows: Rows = new Map();
  const columns = new Map<number, MapNode[][]>();
  for (const layer of outward) columns.set(layer, placeRows(layers.get(layer) ?? [], adjacency, rows));
  const boxes = new Map<string, Box>();
  let x = EDGE;
  let bottom = 0;
  for (const [at, layer] of present.entries()) {
    if (at > 0) x += COLUMN_GAP;
    for (const [i, column] of (columns.get(layer) ?? []).entries()) {
      if (i > 0) x += NARROW_GAP;
      for (const node of column) {
        const y = HEAD + (rows.get(node.id)?.y ?? 0);
        boxes.set(node.id, { x, y, width: CARD.width, height: heightOf(node) });
        bottom = Math.max(bottom, y + heightOf(node));
      }
      x += CARD.width;
    }
  }
  return { width: x + EDGE, height: bottom + EDGE, nodes: boxes };
}

/** Vertical positions of nodes in their columns, by id. */
type Rows = Map<string, { readonly y: number; readonly height: number }>;

/** Positions the nodes of one layer vertically, and adds the positions to `rows`. @returns the columns of the layer */
function placeRows(nodes: readonly MapNode[], adjacency: Adjacency, rows: Rows): MapNode[][] {
  const wished = nodes.map((node, i) => ({ node, i, middle: middleOf(node, adjacency, rows) }));
  wished.sort((a, b) => (a.middle ?? Number.MAX_VALUE) - (b.middle ?? Number.MAX_VALUE) || a.i - b.i);
  if (nodes.length > ROWS)
    return stackColumns(
      wished.map(({ node }) => node),
      rows,
    );
  let next = 0;
  for (const { node, middle } of wished) {
    const height = heightOf(node);
    const y = Math.max(next, middle === undefined ? 0 : middle - height / 2);
    rows.set(node.id, { y, height });
    next = y + height + ROW_GAP;
  }
  return [wished.map(({ node }) => node)];
}

function stackColumns(nodes: readonly MapNode[], rows: Rows): MapNode[][] {
  const perColumn = Math.max(ROWS, Math.ceil(Math.sqrt(nodes.length * 3)));
  const columns: MapNode[][] = [];
  for (let start = 0; start < nodes.length; start += perColumn) {
    const column = nodes.slice(start, start + perColumn);
    let y = 0;
    for (const node of column) {
      rows.set(node.id, { y, height: heightOf(node) });
      y += heightOf(node) + ROW_GAP;
    }
    columns.push(column);
  }
  return columns;
}

/** The average position of a node's neighbours that already have one. */
function middleOf(node: MapNode, adjacency: Adjacency, rows: Rows): number | undefined {
  let sum = 0;
  let count = 0;
  for (const id of adjacency.beside(node.id)) {
    const row = rows.get(id);
    if (row === undefined) continue;
    sum += row.y + row.height / 2;
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}
