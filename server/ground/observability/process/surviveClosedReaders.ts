import type { Writable } from "node:stream";

const ignore = (): void => {};

/**
 * Keeps the process alive when the reader of its standard output or standard error disconnects, or the disk of those is
 * full: its output is only informative.
 */
export function surviveClosedReaders(streams: readonly Writable[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
}
