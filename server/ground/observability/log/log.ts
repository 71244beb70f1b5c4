import { type DestinationStream, type Logger, pino } from "pino";
import { logText } from "./logText.ts";
import { standardErrorLog } from "./logWriter.ts";

/** The server's logger. */
export type Log = Logger;

/** Members whose values must never be logged, at any depth. */
const SECRETS = [
  "authorization",
  "*.authorization",
  "headers.authorization",
  "token",
  "*.token",
  "password",
  "*.password",
  "key",
  "*.key",
];

/** The format of log lines. */
export type LogFormat = "json" | "text";

/**
 * Structured logs, one per line on standard error.
 *
 * @param verbosity 0: warnings and errors; 1: start and stop; 3: requests; 6 and above: everything
 * @param destination where to write the lines instead
 */
export function createLog(
  verbosity: number,
  destination: DestinationStream = standardErrorLog(),
  format: LogFormat = "json",
): Log {
  const level = levelOf(verbosity);
  return pino(
    { level, base: null, redact: { paths: SECRETS, censor: "[redacted]" }, timestamp: pino.stdTimeFunctions.isoTime },
    format === "json" ? destination : { write: (line) => destination.write(logText(line, process.pid)) },
  );
}

/** The lowest level that is logged at a verbosity. */
export const levelOf = (verbosity: number): "trace" | "debug" | "info" | "warn" =>
  verbosity >= 6 ? "trace" : verbosity >= 3 ? "debug" : verbosity >= 1 ? "info" : "warn";
