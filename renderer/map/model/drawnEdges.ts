/** The edges to draw between visible nodes; a collapsed group replaces all of its nodes. */

import type { Box } from "./box.ts";
import type { MapEdge, Relation } from "./clusterMap.ts";
import type { MapLayout } from "./layout.ts";

export interface DrawnEdge extends MapEdge {
  /** Whether the edge connects two groups. */
  readonly far: boolean;
  readonly path: string;
  readonly start: Point;
  readonly end: Point;
  /** The bounding box of the line, used to decide whether it is visible. */
  readonly bounds: Box;
}

export interface LineLabel {
  /** The node next to the label. */
  readonly id: string;
  readonly relations: readonly Relation[];
  readonly at: Point;
  readonly side: Side;
}

interface Point {
  readonly x: number;
  readonly y: number;
}
type Side = "left" | "right";

/**
 * Relations whose label is at the end of the line, because a workload has many of them on its right. For other
 * relations, it is at the beginning.
 */
const NAMED_AT_END: ReadonlySet<Relation> = new Set(["mounts", "envOf", "pullsWith", "runsAs", "tlsFrom"]);

/** The rendered elements. */
export interface Drawn {
  /** The place of each element, by its id. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** Id of the rendered element by node id: the node itself, or its collapsed group. */
  readonly idOf: ReadonlyMap<string, string>;
  /** Key of the group by the id of the rendered element. */
  readonly groupOf: ReadonlyMap<string, string>;
}

export function drawnElements(layout: MapLayout): Drawn {
  const boxes = new Map(layout.nodes);
  const idOf = new Map<string, string>();
  const groupOf = new Map<string, string>();
  for (const placed of layout.groups) {
    const { group, folded } = placed;
    if (folded) boxes.set(groupId(group.key), placed);
    for (const { id } of group.nodes) {
      const drawn = folded ? groupId(group.key) : id;
      idOf.set(id, drawn);
      groupOf.set(drawn, group.key);
    }
  }
  return { boxes, idOf, groupOf };
}

export const groupId = (key: string): string => `group ${key}`;

export function drawEdges(edges: readonly MapEdge[], { boxes, idOf, groupOf }: Drawn) {
  const merged = new Map<string, { id: string; from: string; to: string; relations: Set<Relation> }>();
  for (const edge of edges) {
    const from = idOf.get(edge.from);
    const to = idOf.get(edge.to);
    if (from === undefined || to === undefined || from === to) continue;
    const id = `${from} ${to}`;
    const before = merged.get(id);
    if (before === undefined) merged.set(id, { id, from, to, relations: new Set(edge.relations) });
    else for (const relation of edge.relations) before.relations.add(relation);
  }
  const drawn: DrawnEdge[] = [];
  const labels = new Map<string, { id: string; relations: Set<Relation>; at: Point; side: Side }>();
  for (const { relations, ...edge } of merged.values()) {
    const from = boxes.get(edge.from);
    const to = boxes.get(edge.to);
    if (from === undefined || to === undefined) continue;
    const line = lineBetween(from, to);
    const far = groupOf.get(edge.from) !== groupOf.get(edge.to);
    drawn.push({ ...edge, far, relations: [...relations], ...line });
    for (const relation of relations) {
      const atEnd = NAMED_AT_END.has(relation);
      const id = atEnd ? edge.to : edge.from;
      const side = atEnd ? line.endSide : line.startSide;
      const label = labels.get(`${id} ${side}`);
      if (label !== undefined) label.relations.add(relation);
      else labels.set(`${id} ${side}`, { id, relations: new Set([relation]), at: atEnd ? line.end : line.start, side });
    }
  }
  const named = [...labels.values()].map((label): LineLabel => ({ ...label, relations: [...label.relations] }));
  return { edges: drawn, labels: named };
}

/** Between nodes above each other, the line goes around on the right. */
function lineBetween(from: Box, to: Box) {
  const isRight = to.x >= from.x + from.width;
  const isLeft = from.x >= to.x + to.width;
  const startSide: Side = isLeft ? "left" : "right";
  const endSide: Side = isRight ? "left" : "right";
  const start = portOf(from, startSide);
  const end = portOf(to, endSide);
  const bend = isRight || isLeft ? Math.max(36, Math.abs(end.x - start.x) / 2) : 44;
  const [c1, c2] = [start.x + (isLeft ? -bend : bend), end.x + (isRight ? -bend : bend)];
  const [left, right] = [Math.min(start.x, end.x, c1, c2), Math.max(start.x, end.x, c1, c2)];
  const top = Math.min(start.y, end.y);
  return {
    path: `M${start.x} ${start.y}C${c1} ${start.y} ${c2} ${end.y} ${end.x} ${end.y}`,
    start,
    end,
    startSide,
    endSide,
    bounds: { x: left, y: top, width: right - left + 1, height: Math.abs(end.y - start.y) + 1 },
  };
}

const portOf = ({ x, y, width, height }: Box, side: Side): Point => ({
  x: side === "left" ? x : x + width,
  y: y + height / 2,
});
