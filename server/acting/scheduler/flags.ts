import { booleanFlag, type FlagGroup, fileFlag } from "../../ground/settings/flag.ts";

/** Whether and how pods are placed. */
export interface SchedulerFlagOptions {
  /** Undefined: when there are controllers. */
  readonly scheduler: boolean | undefined;
  /** File of a scheduler configuration. */
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
