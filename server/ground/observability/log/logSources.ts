import { splitList } from "../../settings/flag.ts";
import { OptionError } from "../../settings/optionError.ts";
import { type Log, levelOf } from "./log.ts";

/**
 * Parts of the server whose verbosity can be set separately: `aggregator` (extension servers), `httplog` (one line per
 * request), `leaderelection`, `server` (start and stop).
 */
export const LOG_SOURCES = ["aggregator", "httplog", "leaderelection", "server"] as const;

export type LogSource = (typeof LOG_SOURCES)[number];

/** The verbosity of the sources whose names match a pattern. */
export interface SourceVerbosity {
  /** `*` matches any characters, `?` matches one. */
  readonly pattern: string;
  readonly verbosity: number;
}

/**
 * Parses `pattern=N,…`, the format of the reference's `--vmodule`. A pattern need not match a source.
 * @throws OptionError when an item has another format
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
 * The logger of one part of the server: its verbosity is that of the first pattern that matches its name, or else the
 * general one.
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
