/** The marks along the slider of the time machine: changes and times. */
import type { Moment } from "./moments.ts";

export interface TimeMark {
  /** Position in percent of the slider's length. */
  readonly left: number;
  readonly type: Moment["type"];
}

export interface TimeTick {
  readonly left: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Minimum distance between two marks, in percent; closer marks are merged. */
const NEAREST = 0.4;

/** Priority of the types when marks are merged: a deletion before a creation before a change. */
const WEIGHT = { DELETED: 2, ADDED: 1, MODIFIED: 0 } as const;

const placeOf = (index: number, stops: number): number => (stops === 0 ? 0 : (index / stops) * 100);

/**
 * One mark per change; overlapping marks are merged.
 *
 * @param stops revisions of the slider's stops, in order; the present follows after the last
 */
export function timeMarks(moments: readonly Moment[], stops: readonly number[]): TimeMark[] {
  const index = new Map(stops.map((revision, i) => [revision, i]));
  const marks: TimeMark[] = [];
  for (const { revision, type } of moments) {
    const at = index.get(revision);
    if (at === undefined) continue;
    const left = placeOf(at, stops.length);
    const last = marks.at(-1);
    if (last !== undefined && left - last.left < NEAREST) {
      if (WEIGHT[type] > WEIGHT[last.type]) marks[marks.length - 1] = { left: last.left, type };
    } else marks.push({ left, type });
  }
  return marks;
}

/** The time of a revision: that of the last change up to it with a known time; 0 if there is none. */
export function timeAt(moments: readonly Moment[], revision: number): number {
  let at = 0;
  for (const moment of moments) {
    if (moment.revision > revision) break;
    if (moment.at > at) at = moment.at;
  }
  return at;
}

/** Clock times for some of the stops, evenly spread, without repeating the same second. @param most maximum number */
export function timeTicks(moments: readonly Moment[], stops: readonly number[], most = 6): TimeTick[] {
  const ticks: TimeTick[] = [];
  const step = Math.max(1, Math.ceil(stops.length / most));
  for (let i = 0; i < stops.length; i += step) {
    const at = timeAt(moments, stops[i] ?? 0);
    const isSame = Math.floor(at / 1000) === Math.floor((ticks.at(-1)?.at ?? 0) / 1000);
    if (at !== 0 && !isSame) ticks.push({ left: placeOf(i, stops.length), at });
  }
  return ticks;
}
