import { booleanFlag, type FlagGroup, numberFlag } from "../../ground/settings/flag.ts";

/** How many requests may be under way, and who comes first. */
export interface FlowControlOptions {
  /** Requests that change nothing; 0 for no limit. */
  readonly maxRequestsInflight: number;
  /** Requests that change something; 0 for no limit. */
  readonly maxMutatingRequestsInflight: number;
  /** The sum of both is shared out by FlowSchemas and PriorityLevelConfigurations. */
  readonly enablePriorityAndFairness: boolean;
}

const MAX = 2 ** 31 - 1;

export const flowControlFlags: FlagGroup<FlowControlOptions> = {
  maxRequestsInflight: numberFlag("max-requests-inflight", {
    argument: "<number>",
    about: "requests under way that change nothing, 0 for any number; with priority and fairness, a part of all seats",
    min: 0,
    max: MAX,
    default: 400,
  }),
  maxMutatingRequestsInflight: numberFlag("max-mutating-requests-inflight", {
    argument: "<number>",
    about:
      "requests under way that change something, 0 for any number; with priority and fairness, a part of all seats",
    min: 0,
    max: MAX,
    default: 200,
  }),
  enablePriorityAndFairness: booleanFlag(
    "enable-priority-and-fairness",
    "share requests under way out by priority levels and flows, instead of two plain limits",
    true,
  ),
};
