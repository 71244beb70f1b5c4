/** Numbers as people of the chosen language write them. */
import i18next from "i18next";

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: string, digits: number | undefined): Intl.NumberFormat {
  const key = `${language} ${digits}`;
  let format = formats.get(key);
  if (format === undefined) {
    const fixed = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(language, fixed);
    formats.set(key, format);
  }
  return format;
}

/** Before texts are there, English. */
const chosen = (): string => i18next.language || "en";

/** A count: `12,345`, in German `12.345`. */
export const grouped = (count: number, language = chosen()): string => formatOf(language, undefined).format(count);

/** So many digits after the decimal sign: `1.50`, in German `1,50`. */
export const decimal = (value: number, digits: number, language = chosen()): string =>
  formatOf(language, digits).format(value);

/** Holes of texts whose numbers name something, or may be typed, instead of counting. */
const NAMES: ReadonlySet<string> = new Set(["code", "from", "max", "min", "number", "port", "revision", "to"]);

/** What stands in a hole of a text for a value: counts are grouped. */
export const holeText = (hole: string, value: unknown, language: string | undefined): unknown =>
  typeof value === "number" && !NAMES.has(hole) ? grouped(value, language) : value;
