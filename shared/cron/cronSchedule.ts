/**
 * Cron schedules with the standard five fields, or a descriptor such as `@daily` or `@every 1h30m`, with an optional
 * `TZ=`/`CRON_TZ=` prefix. Error messages are those of the reference.
 */

/**
 * The allowed values of each field as a set of numbers. It matters whether either day field is a star: if so, both day
 * fields must match.
 */
export interface CronFields {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly daysOfMonth: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly daysOfWeek: ReadonlySet<number>;
  readonly anyDayOfMonth: boolean;
  readonly anyDayOfWeek: boolean;
}

/** The schedule of a cron job. */
export type CronSchedule = { readonly timeZone?: string } & (
  | { readonly kind: "fields"; readonly fields: CronFields }
  /** Period in milliseconds, whole seconds. */
  | { readonly kind: "every"; readonly period: number }
);

/** Thrown for text that is not a schedule; `message` has the reference's wording. */
export class CronError extends Error {}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MINUTES: Bounds = { min: 0, max: 59 };
const HOURS: Bounds = { min: 0, max: 23 };
const DAYS_OF_MONTH: Bounds = { min: 1, max: 31 };
const MONTHS: Bounds = {
  min: 1,
  max: 12,
  names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
};
const DAYS_OF_WEEK: Bounds = { min: 0, max: 6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] };

const DESCRIPTORS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

const ZONE = /^(?:TZ|CRON_TZ)=(\S*)\s*/;

/**
 * Parses a schedule.
 *
 * @throws CronError with a message for the client
 * @example parseCron("0,30 9-17 * * mon-fri")
 */
export function parseCron(text: string): CronSchedule {
  if (text === "") throw new CronError("empty spec string");
  const zone = ZONE.exec(text);
  const timeZone = zone?.[1];
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new CronError(`provided bad location ${timeZone}: unknown time zone ${timeZone}`);
  }
  const spec = (zone === null ? text : text.slice(zone[0].length)).trim();
  const zoned = timeZone === undefined ? {} : { timeZone };
  if (spec.startsWith("@every ")) return { ...zoned, kind: "every", period: parsePeriod(spec) };
  if (spec.startsWith("@")) {
    const fields = DESCRIPTORS[spec];
    if (fields === undefined) throw new CronError(`unrecognized descriptor: ${spec}`);
    return { ...zoned, kind: "fields", fields: parseFields(fields) };
  }
  return { ...zoned, kind: "fields", fields: parseFields(spec) };
}

/** Whether the platform supports a time zone. Empty means UTC; `Local` depends on the machine and is unknown. */
export function isTimeZone(name: string): boolean {
  if (name === "" || name === "UTC") return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return isSpeltAsZone(name);
  } catch {
    return false;
  }
}

/** Time zones whose names consist of capitals only. */
const CAPITALS: ReadonlySet<string> = new Set(
  "CET CST6CDT EET EST EST5EDT GB GMT GMT0 HST MET MST MST7MDT NZ PRC PST8PDT ROC ROK UCT UTC WET".split(" "),
);

/**
 * The platform accepts names in any case. In the reference they are file names with one spelling: each part begins with
 * a capital.
 */
function isSpeltAsZone(name: string): boolean {
  const parts = name.split("/");
  if (parts.some((part) => !/^[A-Z]/.test(part))) return false;
  if (parts.length > 1) return parts[0] === "US" || !/^[A-Z]+$/.test(parts[0] ?? "");
  return CAPITALS.has(name) || !CAPITALS.has(name.toUpperCase());
}

function parseFields(spec: string): CronFields {
  const parts = spec.split(/\s+/).filter((part) => part !== "");
  if (parts.length !== 5) {
    throw new CronError(`expected exactly 5 fields, found ${parts.length}: [${parts.join(" ")}]`);
  }
  const [minutes = "", hours = "", daysOfMonth = "", months = "", daysOfWeek = ""] = parts;
  return {
    minutes: parseField(minutes, MINUTES),
    hours: parseField(hours, HOURS),
    daysOfMonth: parseField(daysOfMonth, DAYS_OF_MONTH),
    months: parseField(months, MONTHS),
    daysOfWeek: parseField(daysOfWeek, DAYS_OF_WEEK),
    anyDayOfMonth: isStar(daysOfMonth),
    anyDayOfWeek: isStar(daysOfWeek),
  };
}

const isStar = (field: string): boolean => field.split(",").some((part) => /^[*?](?:\/1)?$/.test(part));

function parseField(field: string, bounds: Bounds): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(",").filter((item) => item !== "")) addRange(values, part, bounds);
  return values;
}

function addRange(values: Set<number>, part: string, bounds: Bounds): void {
  const halves = part.split("/");
  const ends = (halves[0] ?? "").split("-");
  let start: number;
  let end: number;
  if (ends[0] === "*" || ends[0] === "?") {
    start = bounds.min;
    end = bounds.max;
  } else {
    start = parseValue(ends[0] ?? "", bounds);
    if (ends.length > 2) throw new CronError(`too many hyphens: ${part}`);
    end = ends.length === 1 ? start : parseValue(ends[1] ?? "", bounds);
  }
  if (halves.length > 2) throw new CronError(`too many slashes: ${part}`);
  const step = halves.length === 1 ? 1 : parseNumber(halves[1] ?? "");
  // `5/15` means every 15th value from 5 on.
  if (halves.length === 2 && ends.length === 1) end = bounds.max;
  if (start < bounds.min) throw new CronError(`beginning of range (${start}) below minimum (${bounds.min}): ${part}`);
  if (end > bounds.max) throw new CronError(`end of range (${end}) above maximum (${bounds.max}): ${part}`);
  if (start > end) throw new CronError(`beginning of range (${start}) beyond end of range (${end}): ${part}`);
  if (step === 0) throw new CronError(`step of range should be a positive number: ${part}`);
  for (let value = start; value <= end; value += step) values.add(value);
}

function parseValue(text: string, { min, names }: Bounds): number {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  return named >= 0 ? named + min : parseNumber(text);
}

function parseNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) {
    throw new CronError(
      `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`,
    );
  }
  const value = Number(text);
  if (value < 0) throw new CronError(`negative number (${value}) not allowed: ${text}`);
  return value;
}

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

function parsePeriod(spec: string): number {
  const text = spec.slice("@every ".length);
  const unsigned = text.replace(/^[+-]/, "");
  // A sticky match (`y`) takes adjacent parts, and ends at the first text that is not a part.
  const parts = [...unsigned.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gy)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== unsigned) {
    throw new CronError(`failed to parse duration ${spec}: time: invalid duration ${JSON.stringify(text)}`);
  }
  const sum = parts.reduce((total, part) => total + Number(part[1]) * (UNITS[part[2] ?? ""] ?? 0), 0);
  // Periods are whole seconds, at least one.
  return Math.max(1000, Math.floor(sum / 1000) * 1000);
}
