import type { Adjacency } from "./adjacency.ts";
import type { Box } from "./box.ts";

const STEPS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Weight of sideways distance relative to forward distance. */
const SIDEWAYS_WEIGHT = 3;

/**
 * The node that a key moves to: sideways along the edges, otherwise the nearest node in that direction.
 *
 * @returns undefined if the key does not move, or there is no node in that direction
 */
export function moveAlong(
  key: string,
  at: string,
  boxes: ReadonlyMap<string, Box>,
  adjacency: Adjacency,
): string | undefined {
  const step = STEPS[key];
  const from = boxes.get(at);
  if (step === undefined || from === undefined) return undefined;
  if (step.x !== 0) {
    const ids = step.x > 0 ? adjacency.from(at).map(({ to }) => to) : adjacency.to(at).map((edge) => edge.from);
    const along = nearest(from, ids, boxes, (_, aside) => aside);
    if (along !== undefined) return along;
  }
  return nearest(from, boxes.keys(), boxes, (dx, dy) => {
    const ahead = dx * step.x + dy * step.y;
    const aside = Math.abs(dx * step.y) + Math.abs(dy * step.x);
    return ahead <= 0 ? Number.NaN : ahead + aside * SIDEWAYS_WEIGHT;
  });
}

/** The node with the smallest distance; nodes without a distance (NaN) are excluded. */
function nearest(
  from: Box,
  ids: Iterable<string>,
  boxes: ReadonlyMap<string, Box>,
  distance: (dx: number, dy: number) => number,
): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const box = boxes.get(id);
    if (box === undefined || box === from) continue;
    const far = Math.abs(distance(centre(box).x - centre(from).x, centre(box).y - centre(from).y));
    if (!(far < least)) continue;
    least = far;
    best = id;
  }
  return best;
}

const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
