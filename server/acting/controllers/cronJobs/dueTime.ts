import type { CronSchedule } from "../../../../shared/cron/cronSchedule.ts";
import { nextTime } from "../../../../shared/cron/cronTimes.ts";

/** The scheduled times that may have been missed before an Event reports that something is wrong. */
const MANY = 100;

export interface Due {
  /** The latest moment that has come, in milliseconds since the epoch; undefined when none has. */
  readonly latest: number | undefined;
  /** Whether very many scheduled times have passed since the schedule was last looked at. */
  readonly tooMany: boolean;
  /** There is no such moment at all, such as the 31st of February. */
  readonly isNever?: boolean;
}

/**
 * The latest scheduled time after one time and not after another, without looking at each of them. As in the reference, it is
 * estimated from the first two such times, so where they are uneven a long pause may hide those before it.
 * @param earliest milliseconds since the epoch, as `now`
 */
export function dueTime(schedule: CronSchedule, earliest: number, now: number, timeZone?: string): Due {
  const first = nextTime(schedule, earliest, timeZone);
  if (first === undefined) return { latest: undefined, tooMany: false, isNever: true };
  if (first > now) return { latest: undefined, tooMany: false };
  const second = nextTime(schedule, first, timeZone);
  if (second === undefined || second > now) return { latest: first, tooMany: false };
  const missed = Math.floor((now - first) / (second - first)) + 1;
  let latest: number | undefined;
  // Near the end first; moments need not be evenly spaced.
  let time = nextTime(schedule, first + Math.max(0, missed - 2) * (second - first), timeZone);
  while (time !== undefined && time <= now) {
    latest = time;
    time = nextTime(schedule, time, timeZone);
  }
  return { latest, tooMany: latest !== undefined && missed > MANY };
}
