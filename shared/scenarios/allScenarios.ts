import type { Vocabulary } from "../vocabulary.ts";
import { autoscaling } from "./data/autoscaling.ts";
import { crashLoop } from "./data/crashLoop.ts";
import { drain } from "./data/drain.ts";
import { imagePull } from "./data/imagePull.ts";
import { jobRetries } from "./data/jobRetries.ts";
import { networkPolicy } from "./data/networkPolicy.ts";
import { nodeFailure } from "./data/nodeFailure.ts";
import { preemption } from "./data/preemption.ts";
import { quota } from "./data/quota.ts";
import { readiness } from "./data/readiness.ts";
import { rollout } from "./data/rollout.ts";
import { statefulOrder } from "./data/statefulOrder.ts";
import type { Scenario } from "./scenario.ts";

const ALL: readonly Scenario[] = [
  rollout,
  crashLoop,
  imagePull,
  readiness,
  nodeFailure,
  drain,
  autoscaling,
  statefulOrder,
  jobRetries,
  quota,
  preemption,
  networkPolicy,
];

/** Every scenario, from common to rare, in one server's vocabulary. */
export const allScenarios = (vocabulary: Vocabulary): readonly Scenario[] => vocabulary.renderValue(ALL);
