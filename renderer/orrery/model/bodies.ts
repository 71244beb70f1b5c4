import type { Tone } from "../../ui/Badge.tsx";

/** A pod as a moon of its node. */
export interface Moon {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly tone: Tone | undefined;
  /** Position of the centre, in pixels. */
  readonly x: number;
  readonly y: number;
}

/** An actor in an orbit around the API server: a controller, the users, or a node. */
export interface Body {
  /** The name that actions use. */
  readonly id: string;
  readonly label: string;
  readonly kind: "people" | "controller" | "scheduler" | "node";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Its angle in the orbit, in radians. */
  readonly angle: number;
  readonly moons: readonly Moon[];
  /** Number of pods that are not drawn for lack of space. */
  readonly hidden: number;
  readonly tone: Tone | undefined;
}

export interface Sky {
  readonly centre: { readonly x: number; readonly y: number; readonly radius: number };
  /** Radii of the two orbits. */
  readonly orbits: readonly [number, number];
  /** Ratio of width to height of the orbits: wide windows have wide orbits. */
  readonly stretch: number;
  readonly bodies: readonly Body[];
  readonly moonRadius: number;
}

export interface Actor {
  readonly id: string;
  readonly label: string;
  readonly kind: "people" | "controller" | "scheduler";
}

export interface NodeEntry {
  readonly name: string;
  readonly tone: Tone | undefined;
  readonly pods: readonly {
    readonly id: string;
    readonly name: string;
    readonly namespace: string;
    readonly tone: Tone | undefined;
  }[];
}

/** Limit of moons of one node. */
const MOST_MOONS = 240;
const TOP = -Math.PI / 2;

/**
 * Places all bodies: controllers and users on the first orbit, nodes with their pods on the second.
 *
 * @param size in pixels
 */
export function placeBodies(
  size: { readonly width: number; readonly height: number },
  actors: readonly Actor[],
  nodes: readonly NodeEntry[],
): Sky {
  const x = size.width / 2;
  const y = size.height / 2;
  const reach = Math.max(120, Math.min(size.width, size.height) / 2 - 16);
  const centre = { x, y, radius: Math.max(34, reach * 0.14) };
  const inner = reach * 0.44;
  // Moons need space beyond the second orbit.
  const outer = reach * 0.78;
  const stretch = Math.min(1.7, Math.max(1, size.width / Math.max(1, size.height)));
  const at = (radius: number, angle: number) => ({
    x: x + radius * stretch * Math.cos(angle),
    y: y + radius * Math.sin(angle),
  });
  const moonRadius = Math.max(1.5, Math.min(4, 90 / Math.sqrt(podsOfFullest(nodes) * Math.max(1, nodes.length))));
  const bodies: Body[] = actors.map(({ id, label, kind }, i) => {
    const angle = TOP + (i / Math.max(1, actors.length)) * 2 * Math.PI;
    const radius = kind === "people" ? 9 : 6;
    return { id, label, kind, angle, radius, ...at(inner, angle), moons: [], hidden: 0, tone: undefined };
  });
  // Half a step further, so that a node is not behind the controller at the top.
  const shift = Math.PI / Math.max(2, nodes.length);
  for (const [i, { name, tone, pods }] of nodes.entries()) {
    const angle = TOP + shift + (i / Math.max(1, nodes.length)) * 2 * Math.PI;
    const place = at(outer, angle);
    const radius = nodes.length > 40 ? 5 : 11;
    const shown = pods.slice(0, MOST_MOONS);
    bodies.push({
      ...{ id: nodeUser(name), label: name, kind: "node", angle, radius, tone, ...place },
      moons: shown.map((pod, n) => ({ ...pod, ...moonPlace(place, radius, moonRadius, n) })),
      hidden: pods.length - shown.length,
    });
  }
  return { centre, orbits: [inner, outer], stretch, bodies, moonRadius };
}

/** The user that a node acts as. */
export const nodeUser = (name: string): string => `system:node:${name}`;

const podsOfFullest = (nodes: readonly NodeEntry[]): number =>
  nodes.reduce((most, { pods }) => Math.max(most, pods.length), 1);

/** Moons orbit their node on rings, each filled completely before the next. */
function moonPlace(
  around: { readonly x: number; readonly y: number },
  radius: number,
  moonRadius: number,
  index: number,
): { x: number; y: number } {
  const step = moonRadius * 2 + 1.5;
  let ring = radius + step;
  let left = index;
  for (;;) {
    const room = Math.max(1, Math.floor((2 * Math.PI * ring) / step));
    if (left < room) {
      const angle = TOP + (left / room) * 2 * Math.PI;
      return { x: around.x + ring * Math.cos(angle), y: around.y + ring * Math.sin(angle) };
    }
    left -= room;
    ring += step;
  }
}

/** The element at a point: the nearest body or moon whose disc, with a margin, contains the point. */
export function bodyAt(sky: Sky, x: number, y: number): { body: Body; moon?: Moon } | undefined {
  let found: { body: Body; moon?: Moon } | undefined;
  let nearest = 8;
  for (const body of sky.bodies) {
    const own = Math.hypot(body.x - x, body.y - y) - body.radius;
    if (own < nearest) {
      nearest = own;
      found = { body };
    }
    for (const moon of body.moons) {
      const distance = Math.hypot(moon.x - x, moon.y - y) - sky.moonRadius;
      if (distance < Math.min(nearest, 3)) {
        nearest = distance;
        found = { body, moon };
      }
    }
  }
  return found;
}
