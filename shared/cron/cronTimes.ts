import { timestamp } from "../time.ts";
import type { CronFields, CronSchedule } from "./cronSchedule.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Years to search for the next time; a schedule without a time in them has none. */
const YEARS = 5;

interface LocalDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** A moment in a zone's local time. */
interface LocalTime extends LocalDate {
  readonly hour: number;
  readonly minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const numeric = "numeric" as const;
    const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric };
    format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...parts });
    formats.set(timeZone, format);
  }
  return format;
}

function localTime(time: number, timeZone: string): LocalTime {
  if (timeZone === "UTC") {
    const date = new Date(time);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
    };
  }
  const found: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(time)) found[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = found;
  return { year, month, day, hour, minute };
}

/** A moment with the offset of a zone in RFC 3339; `Z` for offset zero. @param time milliseconds since the epoch */
export function zonedTimestamp(time: number, timeZone: string): string {
  const { year, month, day, hour, minute } = localTime(time, timeZone);
  const local = Date.UTC(year, month - 1, day, hour, minute) + (((time % MINUTE) + MINUTE) % MINUTE);
  const offset = Math.round((local - time) / MINUTE);
  if (offset === 0) return timestamp(time);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return timestamp(local).replace("Z", `${offset < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`);
}

/**
 * The moment of local midnight at the beginning of a day; the first moment of the day where the clocks skip midnight.
 */
function startOfDay(year: number, month: number, day: number, timeZone: string): number {
  const wanted = Date.UTC(year, month - 1, day);
  let time = wanted;
  for (let i = 0; i < 3; i++) {
    const { year: y, month: m, day: d, hour, minute } = localTime(time, timeZone);
    time += wanted - Date.UTC(y, m - 1, d, hour, minute);
  }
  return time;
}

/** A day matches when either day field matches; if one of them is a star, both must match. */
function isDay(
  { daysOfMonth, daysOfWeek, anyDayOfMonth, anyDayOfWeek }: CronFields,
  { year, month, day }: LocalDate,
): boolean {
  const byMonth = daysOfMonth.has(day);
  const byWeek = daysOfWeek.has(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
  return anyDayOfMonth || anyDayOfWeek ? byMonth && byWeek : byMonth || byWeek;
}

/**
 * The next date of a schedule after a local date, up to the end of a year. It needs no time zone, so a schedule without
 * any date is found out quickly.
 */
function nextDate(fields: CronFields, after: LocalDate, lastYear: number): LocalDate | undefined {
  for (let time = Date.UTC(after.year, after.month - 1, after.day + 1); ; ) {
    const moment = new Date(time);
    const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate()];
    if (year > lastYear) return undefined;
    if (!fields.months.has(month)) time = Date.UTC(year, month, 1);
    else if (isDay(fields, { year, month, day })) return { year, month, day };
    else time += DAY;
  }
}

/**
 * The first time of a schedule after a moment.
 * @param after milliseconds since the epoch
 * @param timeZone used when the schedule names none
 * @returns undefined when there is none within {@link YEARS} years
 */
export function nextTime(schedule: CronSchedule, after: number, timeZone = "UTC"): number | undefined {
  if (schedule.kind === "every") return Math.floor(after / 1000) * 1000 + schedule.period;
  const zone = schedule.timeZone || timeZone;
  const { fields } = schedule;
  let time = Math.floor(after / MINUTE) * MINUTE + MINUTE;
  const last = localTime(time, zone).year + YEARS;
  for (;;) {
    const local = localTime(time, zone);
    if (local.year > last) return undefined;
    if (!fields.months.has(local.month) || !isDay(fields, local)) {
      const next = nextDate(fields, local, last);
      if (next === undefined) return undefined;
      time = Math.max(time + HOUR, startOfDay(next.year, next.month, next.day, zone));
    } else if (!fields.hours.has(local.hour)) time += HOUR - local.minute * MINUTE;
    else if (!fields.minutes.has(local.minute)) time += MINUTE;
    else return time;
  }
}
