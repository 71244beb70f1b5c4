import { defaultPlugins } from "./knownPlugins.ts";
import {
  DEFAULT_ARGS,
  DEFAULT_SCHEDULER,
  type EnabledPlugin,
  type Point,
  type ProfileConfig,
  type SchedulerConfig,
} from "./schedulerConfig.ts";

/** The plugins of a profile without settings. */
export const allDefaultPlugins = (): Record<Point, readonly EnabledPlugin[]> => ({
  preEnqueue: defaultPlugins("preEnqueue"),
  filter: defaultPlugins("filter"),
  postFilter: defaultPlugins("postFilter"),
  score: defaultPlugins("score"),
  reserve: defaultPlugins("reserve"),
});

export const defaultProfile = (): ProfileConfig => ({
  schedulerName: DEFAULT_SCHEDULER,
  plugins: allDefaultPlugins(),
  args: DEFAULT_ARGS,
  percentageOfNodesToScore: 0,
});

/** The configuration without a file. */
export const defaultConfig = (): SchedulerConfig => ({
  podInitialBackoff: 1000,
  podMaxBackoff: 10_000,
  profiles: [defaultProfile()],
});
