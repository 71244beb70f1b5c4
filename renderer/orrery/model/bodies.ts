import type { Tone } from "../../ui/Badge.tsx";
import { type Ellipse, lengthOf, type Place, spreadAlong, spreadInLines } from "./ellipse.ts";
import { type Moon, type Moons, type PodEntry, placeMoons } from "./moons.ts";

export type BodyKind = "people" | "controller" | "scheduler" | "node";

/** An actor in orbit around the API server: a controller, users, or a node. */
export interface Body extends Moons {
  /** The name that actions use. */
  readonly id: string;
  readonly label: string;
  readonly kind: BodyKind;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Angle of the body in its orbit, in radians. */
  readonly angle: number;
  /** Number of the body's pods. */
  readonly pods: number;
  readonly tone: Tone | undefined;
  /** Whether a user paused the controller. */
  readonly isStopped: boolean;
}

export interface Sky {
  readonly width: number;
  readonly height: number;
  readonly centre: { readonly x: number; readonly y: number; readonly radius: number };
  /** The orbit of the actors, followed by the orbits of the nodes from the outside inwards. */
  readonly orbits: readonly Ellipse[];
  readonly bodies: readonly Body[];
  readonly byId: ReadonlyMap<string, Body>;
  /** Whether nodes are so close together that only those under the pointer are named. */
  readonly isDense: boolean;
  readonly plan: NodePlan;
  /** The placed nodes, in the order of the plan's places. */
  readonly nodes: readonly NodeEntry[];
}

/** The places of the nodes, which depend on their number and on the space that the largest one needs. */
export interface NodePlan {
  readonly frame: Ellipse;
  readonly count: number;
  /** The maximum space that a node needs if there are few nodes, in pixels. */
  readonly most: number;
  /** Distance between two nodes, in pixels. */
  readonly distance: number;
  readonly places: readonly Place[];
  readonly orbits: readonly Ellipse[];
}

export interface Actor {
  readonly id: string;
  readonly label: string;
  readonly kind: "people" | "controller" | "scheduler";
  readonly isStopped?: boolean;
  /** Pods that wait for the scheduler, by seat. */
  readonly pods?: readonly (PodEntry | undefined)[];
}

export interface NodeEntry {
  readonly name: string;
  readonly tone: Tone | undefined;
  /** Pods by seat; see `Seats`. */
  readonly pods: readonly (PodEntry | undefined)[];
}

/** Space for the name of a body, in pixels. */
const NAME = 20;
/** The maximum radius of a node with its pods, in pixels. */
const MAX_ROOM = 62;
/** Maximum number of nodes for which the space that each needs is computed. */
const FEW = 40;
/** Share of the picture's half, from the outside, that many nodes may fill. */
const DEEPEST = 0.34;
/** Distance between the centres of two nodes below which they are not named, in pixels. */
const DENSE = 56;

/**
 * Places all bodies: controllers and users on the first orbit; nodes with their pods on the second, or on as many
 * orbits as necessary.
 *
 * @param size in pixels
 * @param before the previous sky: a node with the same entry and place keeps the same body object
 */
export function placeBodies(
  size: { readonly width: number; readonly height: number },
  actors: readonly Actor[],
  nodes: readonly NodeEntry[],
  before?: Sky,
): Sky {
  const { width, height } = size;
  const [x, y] = [width / 2, height / 2];
  const reach = Math.max(120, Math.min(width, height) / 2);
  const centre = { x, y, radius: Math.max(34, Math.min(64, reach * 0.14)) };
  const frame = { x, y, rx: width / 2, ry: height / 2 };
  const plan = planFor(frame, nodes, before?.plan);
  const { distance, places, orbits } = plan;
  const isDense = distance < DENSE;
  const innermost = orbits.at(-1) ?? frame;
  const inner = {
    ...{ x, y },
    rx: Math.max(centre.radius + 30, innermost.rx * (isDense ? 0.46 : 0.5)),
    ry: Math.max(centre.radius + 30, innermost.ry * (isDense ? 0.72 : 0.64)),
  };
  const bodies: Body[] = [];
  const actorPlaces = spreadInLines(inner, actors.length);
  for (const [i, { id, label, kind, isStopped = false, pods = [] }] of actors.entries()) {
    const place = actorPlaces[i];
    if (place === undefined) continue;
    const radius = kind === "people" ? 8 : 6;
    const moons = placeMoons(place, radius, pods, radius + 26);
    bodies.push({ id, label, kind, isStopped, radius, tone: undefined, pods: countOf(pods), ...place, ...moons });
  }
  const room = Math.min(MAX_ROOM, distance / 2 - 1);
  const radius = radiusIn(room);
  for (const [i, { name, tone, pods }] of nodes.entries()) {
    const place = places[i];
    if (place === undefined) continue;
    const same = plan === before?.plan && before.nodes[i] === nodes[i] ? before.byId.get(nodeUser(name)) : undefined;
    if (same !== undefined) {
      bodies.push(same);
      continue;
    }
    const node = { id: nodeUser(name), label: name, kind: "node" as const, isStopped: false, radius, tone };
    bodies.push({ ...node, pods: countOf(pods), ...place, ...placeMoons(place, radius, pods, room) });
  }
  const byId = new Map(bodies.map((body) => [body.id, body]));
  return { width, height, centre, orbits: [inner, ...orbits], bodies, byId, isDense, plan, nodes };
}

const countOf = (pods: readonly unknown[]): number => pods.reduce<number>((sum, pod) => sum + (pod ? 1 : 0), 0);

/** The radius of a node that leaves space for its pods. */
const radiusIn = (room: number): number => Math.max(2.5, Math.min(20, room * (2 * room < DENSE ? 0.62 : 0.36)));

/** Returns the previous plan if it still fits, otherwise a new one. */
function planFor(frame: Ellipse, nodes: readonly NodeEntry[], before: NodePlan | undefined): NodePlan {
  const count = nodes.length;
  const most = count > FEW ? MAX_ROOM : mostRoom(frame, nodes);
  const { x, y } = before?.frame ?? {};
  const holds = x === frame.x && y === frame.y && before?.count === count && before.most === most;
  return before !== undefined && holds ? before : { frame, count, most, ...placeNodes(frame, count, most) };
}

/** The space that the nodes need; with few pods, less than the maximum. */
const mostRoom = (frame: Ellipse, nodes: readonly NodeEntry[]): number =>
  nodes.reduce((most, { pods }) => Math.max(most, placeMoons(frame, radiusIn(MAX_ROOM), pods, MAX_ROOM).extent), 0);

/** Places nodes on the fewest orbits that can contain them, with the maximum space for each. */
function placeNodes(frame: Ellipse, count: number, most: number): Pick<NodePlan, "distance" | "places" | "orbits"> {
  const deepest = Math.min(frame.rx, frame.ry) * DEEPEST;
  let best: { distance: number; orbits: Ellipse[] } | undefined;
  for (let rows = 1; rows <= 40; rows++) {
    // Binary search for the largest distance at which this number of orbits can contain all nodes.
    let [low, high] = [2, 2 * MAX_ROOM];
    let found: Ellipse[] | undefined;
    for (let i = 0; i < 12; i++) {
      const middle = (low + high) / 2;
      const orbits = orbitsAt(frame, rows, middle, most);
      const fits = rows * middle <= Math.max(deepest, middle) && roomOn(orbits, middle) >= count;
      if (fits) {
        low = middle;
        found = orbits;
      } else high = middle;
    }
    if (found !== undefined && (best === undefined || low > best.distance + 0.5))
      best = { distance: low, orbits: found };
    else if (best !== undefined) break;
  }
  const { distance, orbits } = best ?? { distance: 4, orbits: orbitsAt(frame, 1, 4, most) };
  const total = orbits.reduce((sum, orbit) => sum + lengthOf(orbit), 0);
  const places: Place[] = [];
  let left = count;
  for (const [i, orbit] of orbits.entries()) {
    const share = i === orbits.length - 1 ? left : Math.min(left, Math.round((count * lengthOf(orbit)) / total));
    places.push(...spreadAlong(orbit, share, 0.5));
    left -= share;
  }
  return { distance, places, orbits };
}

/** Orbits from the outside inwards, one distance apart, with space for names if nodes have them. */
function orbitsAt({ x, y, rx, ry }: Ellipse, rows: number, distance: number, most: number): Ellipse[] {
  const half = Math.min(most, distance / 2);
  const border = half + (distance < DENSE ? 8 : NAME + 6);
  return Array.from({ length: rows }, (_, i) => ({
    ...{ x, y },
    rx: Math.max(40, rx - border - i * distance),
    ry: Math.max(40, ry - border - i * distance),
  }));
}

const roomOn = (orbits: readonly Ellipse[], distance: number): number =>
  orbits.reduce((sum, orbit) => sum + Math.floor(lengthOf(orbit) / distance), 0);

/** The user name of a node. */
export const nodeUser = (name: string): string => `system:node:${name}`;

/** The element at a point: a body or one of its moons, or the API server if there is no body. */
export interface Found {
  readonly body?: Body;
  readonly moon?: Moon;
}

/** The element at a point: the nearest body or moon whose disc, with a margin, contains the point. */
export function foundAt(sky: Sky, x: number, y: number): Found | undefined {
  let found: Found | undefined;
  let nearest = sky.isDense ? 3 : 8;
  for (const body of sky.bodies) {
    const away = Math.hypot(body.x - x, body.y - y);
    if (away - body.radius < nearest) {
      nearest = away - body.radius;
      found = { body };
    }
    if (away > body.extent + 4) continue;
    for (const moon of body.moons) {
      const distance = Math.hypot(moon.x - x, moon.y - y) - body.moonRadius;
      if (distance < Math.min(nearest, 3)) {
        nearest = distance;
        found = { body, moon };
      }
    }
  }
  if (found !== undefined) return found;
  const { centre } = sky;
  return Math.hypot(centre.x - x, centre.y - y) < centre.radius + 16 ? {} : undefined;
}
