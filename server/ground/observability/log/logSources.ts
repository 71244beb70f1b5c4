import { splitList } from "../../settings/flag.ts";
import { OptionError } from "../../settings/optionError.ts";
import { type Log, levelOf } from "./log.ts";

/**
 * Parts of the server whose verbosity can be set by itself: `aggregator` (servers behind this one), `httplog` (a line a
 * request), `leaderelection`, `server` (start and stop).
 */
export const LOG_SOURCES = ["aggregator", "httplog", "leaderelection", "server"] as const;

export type LogSource = (typeof LOG_SOURCES)[number];

/** The verbosity of the sources whose names match a pattern. */
export interface SourceVerbosity {
  /** `*` stands for any characters, `?` for one. */
  readonly pattern: string;
  readonly verbosity: number;
}

/**
 * Reads `pattern=N,…`, as the reference's `--vmodule`. A pattern need not match a source.
 * @throws OptionError when an item is not of that form
 */
export function parseSourceVerbosity(texts: readonly string[]): SourceVerbosity[] {
  return texts.flatMap(splitList).map((item) => {
    const [, pattern, digits] = /^([^=]+)=(\d{1,9})$/.exec(item) ?? [];
    if (pattern === undefined) {
      throw new OptionError(`--vmodule: ${JSON.stringify(item)} is not of the form pattern=N, with N a whole number`);
    }
    return { pattern, verbosity: Number(digits) };
  });
}

/**
 * The log of one part of the server: as talkative as the first pattern that matches its name says, or as all others.
 */
export function sourceLog(log: Log, source: LogSource, vmodule: readonly SourceVerbosity[]): Log {
  const found = vmodule.find(({ pattern }) => globOf(pattern).test(source));
  return found === undefined ? log : log.child({}, { level: levelOf(found.verbosity) });
}

const globOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
  );
