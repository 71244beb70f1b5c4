import type { UsagePoint } from "./usage.ts";

/** Milliseconds that are looked back on. */
export const SPAN = 30 * 60_000;
/** Points of one object at most, and objects: those that were not looked at for longest are forgotten. */
const MAX_POINTS = 720;
const MAX_OBJECTS = 40;

/** What was measured while somebody looked: kept when the view is left, so that one who comes back sees it. */
export class UsageHistory {
  readonly #points = new Map<string, readonly UsagePoint[]>();

  /** Adds a measurement unless it is known already. @returns all of the last half hour, oldest first */
  add(key: string, point: UsagePoint): readonly UsagePoint[] {
    const known = this.of(key);
    const last = known.at(-1);
    // A server measures less often than one asks, and one that began anew may go back.
    const kept = last !== undefined && point.at <= last.at ? known : [...known, point];
    const points = kept.filter(({ at }) => at > point.at - SPAN).slice(-MAX_POINTS);
    this.#points.delete(key);
    this.#points.set(key, points);
    const [oldest] = this.#points.keys();
    if (this.#points.size > MAX_OBJECTS && oldest !== undefined) this.#points.delete(oldest);
    return points;
  }

  of(key: string): readonly UsagePoint[] {
    return this.#points.get(key) ?? [];
  }
}

/** The one of this window. */
export const usageHistory = new UsageHistory();
