import type { Tone } from "../../ui/Badge.tsx";

/** A pod as a moon of its node. */
export interface Moon {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly tone: Tone | undefined;
  /** Of the centre, in pixels. */
  readonly x: number;
  readonly y: number;
}

/** Somebody who goes round the API server. */
export interface Body {
  /** As actions name it. */
  readonly id: string;
  readonly label: string;
  readonly kind: "people" | "controller" | "scheduler" | "node";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** The angle at which it stands, in radians. */
  readonly angle: number;
  readonly moons: readonly Moon[];
  /** Pods for which there was no room. */
  readonly hidden: number;
  readonly tone: Tone | undefined;
}

export interface Sky {
  readonly centre: { readonly x: number; readonly y: number; readonly radius: number };
  /** Radii of the two orbits. */
  readonly orbits: readonly [number, number];
  /** How much wider than high the orbits are: wide windows have wide orbits. */
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

/** Moons of one node at most. */
const MOST_MOONS = 240;
const TOP = -Math.PI / 2;

/** Places everybody: who acts on the first orbit, nodes with their pods on the second. @param size in pixels */
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
  // Moons need room beyond the second orbit.
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
  // Half a step on, so that a node does not stand behind whoever acts at the top.
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

/** Moons go round their node on rings, each as full as it can be. */
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

/** What stands at a point: the nearest body or moon whose disc, or its surroundings, holds it. */
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
