import type { Tone } from "../../ui/Badge.tsx";

/** A pod of a node. */
export interface PodEntry {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly tone: Tone | undefined;
}

/** A pod drawn as a moon of its node. */
export interface Moon extends PodEntry {
  /** Position of the centre, in pixels. */
  readonly x: number;
  readonly y: number;
}

/** The number of a node's pods per tone, if they are too many to be drawn one by one. */
export interface Share {
  readonly tone: Tone | undefined;
  readonly count: number;
}

/**
 * Radii of moons: the largest that fits is used. If not even the smallest fits, a ring of shares replaces the moons.
 */
const RADII = [5.5, 4.5, 3.5, 2.75, 2];
const GAP = 2;

/** The pods around one body: as moons if there is space, otherwise as shares. */
export interface Moons {
  readonly moons: readonly Moon[];
  readonly shares: readonly Share[];
  readonly moonRadius: number;
  /** Radius of the body with everything around it, in pixels. */
  readonly extent: number;
}

/**
 * @param seats pods by seat; a seat without a pod stays empty
 * @param room radius that everything must fit into, in pixels
 */
export function placeMoons(
  around: { readonly x: number; readonly y: number },
  radius: number,
  seats: readonly (PodEntry | undefined)[],
  room: number,
): Moons {
  for (const moonRadius of RADII) {
    const rings = ringsFor(radius, moonRadius, room, seats.length);
    if (rings === undefined) continue;
    const moons: Moon[] = [];
    for (const [i, pod] of seats.entries()) {
      const place = rings.places[i];
      if (pod === undefined || place === undefined) continue;
      moons.push({
        ...pod,
        x: around.x + place.ring * Math.cos(place.angle),
        y: around.y + place.ring * Math.sin(place.angle),
      });
    }
    return { moons, shares: [], moonRadius, extent: rings.extent };
  }
  return { moons: [], shares: sharesOf(seats), moonRadius: 0, extent: Math.min(room, radius + 5) };
}

const ORDER: readonly (Tone | undefined)[] = ["bad", "warn", "good"];

/** The number of pods per tone; those that need attention come first. */
export function sharesOf(pods: readonly (PodEntry | undefined)[]): Share[] {
  const counts = new Map<Tone | undefined, number>();
  for (const pod of pods) if (pod !== undefined) counts.set(pod.tone, (counts.get(pod.tone) ?? 0) + 1);
  const rank = (tone: Tone | undefined): number => (ORDER.indexOf(tone) + 4) % 4;
  return [...counts].map(([tone, count]) => ({ tone, count })).sort((a, b) => rank(a.tone) - rank(b.tone));
}

interface Seat {
  readonly ring: number;
  readonly angle: number;
}

/** Seats on rings around a body, filled from the inside outwards; undefined if they do not fit. */
function ringsFor(
  radius: number,
  moonRadius: number,
  room: number,
  count: number,
): { places: readonly Seat[]; extent: number } | undefined {
  const step = moonRadius * 2 + GAP;
  const places: Seat[] = [];
  let extent = radius;
  for (let ring = radius + moonRadius + 4; places.length < count; ring += step) {
    extent = ring + moonRadius;
    if (extent > room) return undefined;
    const size = Math.floor((2 * Math.PI * ring) / step);
    for (const seat of scattered(size)) places.push({ ring, angle: -Math.PI / 2 + (seat / size) * 2 * Math.PI });
  }
  return { places, extent };
}

const orders = new Map<number, readonly number[]>();

/** The numbers below a size, in an order in which every prefix is spread over the whole range. */
function scattered(size: number): readonly number[] {
  const known = orders.get(size);
  if (known !== undefined) return known;
  const bits = Math.ceil(Math.log2(Math.max(2, size)));
  const order: number[] = [];
  for (let i = 0; i < 1 << bits; i++) {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) if ((i >> bit) & 1) reversed |= 1 << (bits - 1 - bit);
    if (reversed < size) order.push(reversed);
  }
  orders.set(size, order);
  return order;
}
