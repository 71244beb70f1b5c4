import type { CronSchedule } from "../../../../shared/cron/cronSchedule.ts";
import { nextTime } from "../../../../shared/cron/cronTimes.ts";

/** Number of missed times from which an Event reports a problem. */
const MANY = 100;

export interface Due {
  /** The latest scheduled time that has passed, in milliseconds since the epoch; undefined when none has. */
  readonly latest: number | undefined;
  /** Whether very many scheduled times have been missed. */
  readonly tooMany: boolean;
  /** Whether the schedule has no time at all, such as the 31st of February. */
  readonly isNever?: boolean;
}

/**
 * Finds the latest scheduled time after `earliest` and up to `now`, without visiting all of them. As in the reference,
 * it is estimated from the first two times: with uneven schedules, times before a long pause may be missed.
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
  // Start near the estimated end; times need not be evenly spaced.
  let time = nextTime(schedule, first + Math.max(0, missed - 2) * (second - first), timeZone);
  while (time !== undefined && time <= now) {
    latest = time;
    time = nextTime(schedule, time, timeZone);
  }
  return { latest, tooMany: latest !== undefined && missed > MANY };
}
