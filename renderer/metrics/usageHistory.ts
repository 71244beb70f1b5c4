import { BoundedMap } from "../../shared/collections/boundedMap.ts";
import type { UsagePoint } from "./usage.ts";

/** Length of the history in milliseconds. */
export const SPAN = 30 * 60_000;
/** Maximum number of points per object, and of objects; the least recently shown objects are dropped. */
const MAX_POINTS = 720;
const MAX_OBJECTS = 40;

/**
 * Measurements taken while a view showed them. They are kept when the user leaves the view, and shown when the user
 * returns.
 */
export class UsageHistory {
  readonly #points = new BoundedMap<string, readonly UsagePoint[]>({ entries: MAX_OBJECTS });

  /** Adds a measurement unless it is already known. @returns all measurements of the last half hour, oldest first */
  add(key: string, point: UsagePoint): readonly UsagePoint[] {
    const known = this.of(key);
    const last = known.at(-1);
    // A server measures less often than the console asks, and its clock may go back after a restart.
    const kept = last !== undefined && point.at <= last.at ? known : [...known, point];
    const points = kept.filter(({ at }) => at > point.at - SPAN).slice(-MAX_POINTS);
    this.#points.set(key, points);
    return points;
  }

  of(key: string): readonly UsagePoint[] {
    return this.#points.get(key) ?? [];
  }
}

/** The history of this window. */
export const usageHistory = new UsageHistory();
