import { booleanFlag, type FlagGroup, fileFlag } from "../../ground/settings/flag.ts";

/** Settings of the scheduler. */
export interface SchedulerFlagOptions {
  /** Undefined: the scheduler runs if controllers do. */
  readonly scheduler: boolean | undefined;
  /** Path of a scheduler configuration file. */
  readonly schedulerConfig: string | undefined;
}

export const schedulerFlags: FlagGroup<SchedulerFlagOptions> = {
  scheduler: {
    ...booleanFlag("scheduler", "place pods on nodes (default: with any controllers)", true),
    default: undefined,
    shownDefault: "",
  },
  schedulerConfig: fileFlag("scheduler-config", "profiles and settings of the scheduler"),
};
