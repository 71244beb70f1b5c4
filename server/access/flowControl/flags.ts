import { booleanFlag, type FlagGroup, numberFlag } from "../../ground/settings/flag.ts";

/** How many requests may be under way, and which have priority. */
export interface FlowControlOptions {
  /** Limit of read-only requests; 0 for no limit. */
  readonly maxRequestsInflight: number;
  /** Limit of mutating requests; 0 for no limit. */
  readonly maxMutatingRequestsInflight: number;
  /** Whether FlowSchemas and PriorityLevelConfigurations distribute the sum of both limits. */
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
