import { resolve } from "node:path";
import { formatDuration, parseDuration } from "../formats/wording/durationText.ts";
import { OptionError, orOptionError } from "./optionError.ts";

/** One command-line flag: its syntax, and the conversion of its text to a setting. */
export interface Flag<T> {
  /** Without the dashes: `secure-port`. */
  readonly name: string;
  /** For example `<port>`; in brackets when the flag may be given without a value. */
  readonly argument: string;
  /** Description for `--help`. */
  readonly about: string;
  readonly default: T;
  /** The default as shown by `--help`; empty for none. */
  readonly shownDefault: string;
  /** The meaning of the flag without a value. */
  readonly alone?: string;
  /** @param texts the given values, in order: never empty. @throws OptionError */
  read(texts: readonly string[]): T;
}

/** Flags that belong together, by the setting that they define. */
export type FlagGroup<T> = { readonly [K in keyof T]-?: Flag<T[K]> };

interface Description {
  readonly argument: string;
  readonly about: string;
}

const last = (texts: readonly string[]): string => texts.at(-1) ?? "";

/** Any text; if given twice, the last one is used, as for all flags with a single value. */
export function textFlag<D extends string | undefined>(
  name: string,
  description: Description & { readonly default: D },
): Flag<string | D> {
  return { name, ...description, shownDefault: description.default ?? "", read: last };
}

/** The path of a file, resolved to an absolute path when the flag is read. */
export function fileFlag(name: string, about: string): Flag<string | undefined> {
  const read = (texts: readonly string[]): string => {
    if (last(texts) === "") throw new OptionError(`--${name} needs the path of a file`);
    return resolve(last(texts));
  };
  return { name, argument: "<file>", about, default: undefined, shownDefault: "", read };
}

/** Paths of files: repeatable, each value may contain several separated by commas. */
export function filesFlag(name: string, about: string): Flag<readonly string[]> {
  const read = (texts: readonly string[]): string[] => texts.flatMap(splitList).map((path) => resolve(path));
  return { name, argument: "<files>", about, default: [], shownDefault: "", read };
}

/** `true` or `false`; without a value, true. */
export function booleanFlag(name: string, about: string, byDefault: boolean): Flag<boolean> {
  return {
    name,
    argument: "[bool]",
    about,
    default: byDefault,
    shownDefault: String(byDefault),
    alone: "true",
    read: (texts) => parseBoolean(last(texts), `--${name}`),
  };
}

/** @throws OptionError that names `subject` */
export function parseBoolean(text: string, subject: string): boolean {
  if (/^(1|t|true)$/i.test(text)) return true;
  if (/^(0|f|false)$/i.test(text)) return false;
  throw new OptionError(`${subject} must be true or false, not ${JSON.stringify(text)}`);
}

/** An integer within bounds, both inclusive. */
export function numberFlag(
  name: string,
  bounds: Description & { readonly min: number; readonly max: number; readonly default: number },
): Flag<number> {
  const { argument, about, min, max } = bounds;
  return {
    name,
    argument,
    about,
    default: bounds.default,
    shownDefault: String(bounds.default),
    read(texts) {
      const text = last(texts);
      const value = Number(text);
      if (text.trim() === "" || !Number.isInteger(value) || value < min || value > max) {
        throw new OptionError(`--${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
      }
      return value;
    },
  };
}

/** A number from 0 on, possibly with a fraction. */
export function decimalFlag(name: string, description: Description & { readonly default: number }): Flag<number> {
  return {
    name,
    ...description,
    shownDefault: String(description.default),
    read(texts) {
      const text = last(texts);
      const value = Number(text);
      if (text.trim() !== "" && value >= 0 && Number.isFinite(value)) return value;
      throw new OptionError(`--${name} must be a number from 0 on, not ${JSON.stringify(text)}`);
    },
  };
}

/** A duration such as `90s` or `2m30s`, in milliseconds; `min` and `max` are durations, too. */
export function durationFlag(
  name: string,
  about: string,
  bounds: { readonly min?: string; readonly max?: string; readonly default: string },
): Flag<number> {
  const milliseconds = (text: string): number => Number(parseDuration(text) / 1_000_000n);
  const min = bounds.min === undefined ? 0 : milliseconds(bounds.min);
  const max = bounds.max === undefined ? Number.MAX_SAFE_INTEGER : milliseconds(bounds.max);
  return {
    name,
    argument: "<duration>",
    about,
    default: milliseconds(bounds.default),
    shownDefault: bounds.default,
    read(texts) {
      const value = orOptionError(() => milliseconds(last(texts)), `--${name}`);
      if (value >= min && value <= max) return value;
      const shown = formatDuration(BigInt(value < min ? min : max) * 1_000_000n);
      throw new OptionError(`--${name} must be ${value < min ? "at least" : "at most"} ${shown}`);
    },
  };
}

/** Words separated by commas; repeatable. */
export function listFlag(
  name: string,
  description: Description & { readonly default: readonly string[]; readonly alone?: string },
): Flag<readonly string[]> {
  return {
    name,
    ...description,
    shownDefault: description.default.join(","),
    read: (texts) => texts.flatMap(splitList),
  };
}

/** `key=value` pairs separated by commas; repeatable, later ones take precedence. */
export function mapFlag(name: string, about: string): Flag<Readonly<Record<string, string>>> {
  const read = (texts: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      texts.flatMap(splitList).map((pair) => {
        const equals = pair.indexOf("=");
        if (equals <= 0) throw new OptionError(`--${name}: ${JSON.stringify(pair)} is not of the form key=value`);
        return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
      }),
    );
  return { name, argument: "<key=value,…>", about, default: {}, shownDefault: "", read };
}

/** The words of a list separated by commas; blanks around them and empty ones are dropped. */
export const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
