/** Formats numbers in the chosen language. */
import i18next from "i18next";
import { shownText } from "../../shared/text/shownText.ts";

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

/** English until the texts are loaded. */
const chosen = (): string => i18next.language || "en";

/** A count: `12,345`, in German `12.345`. */
export const grouped = (count: number, language = chosen()): string => formatOf(language, undefined).format(count);

/** A number with a fixed number of fractional digits: `1.50`, in German `1,50`. */
export const decimal = (value: number, digits: number, language = chosen()): string =>
  formatOf(language, digits).format(value);

/** Placeholders whose numbers are names or input values rather than counts. */
const NAMES: ReadonlySet<string> = new Set(["code", "from", "max", "min", "number", "port", "revision", "to"]);

/** A value as a translated text shows it: counts are grouped, hidden characters of texts are marked. */
export const interpolatedValue = (hole: string, value: unknown, language: string | undefined): unknown => {
  if (typeof value === "string") return shownText(value);
  return typeof value === "number" && !NAMES.has(hole) ? grouped(value, language) : value;
};
