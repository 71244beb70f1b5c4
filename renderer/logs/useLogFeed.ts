import { useEffect, useMemo, useSyncExternalStore } from "react";
import { realClock } from "../api/clock.ts";
import type { Schedule } from "../api/frame.ts";
import { useViewAsText } from "../api/viewAs.ts";
import type { LogSnapshot } from "./logBuffer.ts";
import { LogFeed, type LogStates } from "./logFeed.ts";
import type { LogOptions, LogSource } from "./logSource.ts";
import { consoleLogParts } from "./logStream.ts";

/** Milliseconds for which lines are collected before rendering, because filters examine every line. */
const PAUSE = 100;

const soon: Schedule = (run) => {
  const timer = setTimeout(run, PAUSE);
  return () => clearTimeout(timer);
};

/** The logs of containers while mounted. Restarts when the options change. @param sources undefined while unknown */
export function useLogFeed(
  cluster: string,
  sources: readonly LogSource[] | undefined,
  options: LogOptions,
): LogSnapshot & { states: LogStates } {
  const { sinceSeconds, tailLines, previous } = options;
  const viewAs = useViewAsText(cluster);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewing identity may see other logs
  const feed = useMemo(
    () => new LogFeed({ sinceSeconds, tailLines, previous }, consoleLogParts(cluster, realClock), soon),
    [cluster, sinceSeconds, tailLines, previous, viewAs],
  );
  useEffect(() => () => feed.stop(), [feed]);
  useEffect(() => {
    if (sources !== undefined) feed.follow(sources);
  }, [feed, sources]);
  const { lines, dropped } = useSyncExternalStore(feed.buffer.subscribe, feed.buffer.snapshot);
  const states = useSyncExternalStore(feed.subscribe, feed.states);
  return { lines, dropped, states };
}
