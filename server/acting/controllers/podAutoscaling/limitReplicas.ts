import type {
  HorizontalPodAutoscalerBehavior,
  HPAScalingPolicy,
  HPAScalingRules,
} from "kubernetes-types/autoscaling/v2";
import { maxOf, minOf } from "../../../../shared/collections/extremes.ts";
import type { Sample, ScalingHistory } from "./scalingHistory.ts";

/** The reason and message of a condition about a changed or kept number of pods. */
export interface Words {
  readonly reason: string;
  readonly message: string;
}

/** A number of pods after applying the limits. */
export interface Limited {
  readonly replicas: number;
  /** Set when recent recommendations have changed the result (stabilization). */
  readonly stabilized: Words | undefined;
  /** Whether a limit applied, and which one. */
  readonly limited: Words & { readonly isLimited: boolean };
}

export interface LimitInput {
  readonly current: number;
  /** The number that the metrics propose. */
  readonly desired: number;
  readonly min: number;
  readonly max: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const TOO_FEW = {
  reason: "TooFewReplicas",
  message: "the desired replica count is less than the minimum replica count",
};
const TOO_MANY = {
  reason: "TooManyReplicas",
  message: "the desired replica count is more than the maximum replica count",
};
const TOO_FAST_UP = {
  reason: "ScaleUpLimit",
  message: "the desired replica count is increasing faster than the maximum scale rate",
};
const TOO_FAST_DOWN = {
  reason: "ScaleDownLimit",
  message: "the desired replica count is decreasing faster than the maximum scale rate",
};
const WITHIN_RANGE = { reason: "DesiredWithinRange", message: "the desired count is within the acceptable range" };
const HELD_DOWN = {
  reason: "ScaleDownStabilized",
  message: "recent recommendations were higher than current one, applying the highest recent recommendation",
};
const HELD_UP = {
  reason: "ScaleUpStabilized",
  message: "recent recommendations were lower than current one, applying the lowest recent recommendation",
};

/** Without a behaviour, one step up may double the number of pods, or reach this number. */
const FIRST_STEP = 4;

/**
 * Limits without a behaviour.
 * @param window stabilization window in milliseconds, in which the highest recommendation counts
 */
export function limitByDefault(input: LimitInput, history: ScalingHistory, window: number): Limited {
  const { current, desired, min, max, now } = input;
  const cutoff = now - window;
  const recent = history.recommendations.filter(({ time }) => time >= cutoff).map(({ replicas }) => replicas);
  const stable = Math.max(desired, maxOf(recent));
  history.recommend({ time: now, replicas: desired }, cutoff);
  const most = Math.max(2 * current, FIRST_STEP);
  const ceiling = max > most ? { ...TOO_FAST_UP, most } : { ...TOO_MANY, most: max };
  return {
    stabilized: stable === desired ? undefined : HELD_DOWN,
    ...clamped(stable, min, TOO_FEW, ceiling.most, { reason: ceiling.reason, message: ceiling.message }),
  };
}

/** Limits by a behaviour, whose windows are set. */
export function limitByBehavior(
  input: LimitInput,
  history: ScalingHistory,
  behavior: HorizontalPodAutoscalerBehavior,
): Limited {
  const { scaleUp = {}, scaleDown = {} } = behavior;
  const { current, desired, min, max } = input;
  const stable = stabilize(input, history, scaleUp, scaleDown);
  const stabilized = stable === desired ? undefined : desired >= current ? HELD_UP : HELD_DOWN;
  if (stable > current) {
    const most = Math.max(current, highest(scaleUp, input, history));
    const [limit, words] = max > most ? [most, TOO_FAST_UP] : [max, TOO_MANY];
    return { stabilized, ...clamped(stable, stable, WITHIN_RANGE, limit, words) };
  }
  if (stable < current) {
    const least = Math.min(current, lowest(scaleDown, input, history));
    const [limit, words] = min < least ? [least, TOO_FAST_DOWN] : [min, TOO_FEW];
    return { stabilized, ...clamped(stable, limit, words, stable, WITHIN_RANGE) };
  }
  return { stabilized, replicas: stable, limited: { ...WITHIN_RANGE, isLimited: false } };
}

function clamped(
  replicas: number,
  least: number,
  tooFew: Words,
  most: number,
  tooMany: Words,
): Omit<Limited, "stabilized"> {
  if (replicas < least) return { replicas: least, limited: { ...tooFew, isLimited: true } };
  if (replicas > most) return { replicas: most, limited: { ...tooMany, isLimited: true } };
  return { replicas, limited: { ...WITHIN_RANGE, isLimited: false } };
}

/** Scales down no lower than the highest recent recommendation, and up no higher than the lowest. */
function stabilize(input: LimitInput, history: ScalingHistory, up: HPAScalingRules, down: HPAScalingRules): number {
  const { current, desired, now } = input;
  const cutoffOf = ({ stabilizationWindowSeconds = 0 }: HPAScalingRules): number =>
    now - stabilizationWindowSeconds * 1000;
  const [upCutoff, downCutoff] = [cutoffOf(up), cutoffOf(down)];
  const after = (cutoff: number): number[] =>
    history.recommendations.filter(({ time }: Sample) => time > cutoff).map(({ replicas }) => replicas);
  const least = Math.min(desired, minOf(after(upCutoff)));
  const most = Math.max(desired, maxOf(after(downCutoff)));
  history.recommend({ time: now, replicas: desired }, Math.min(upCutoff, downCutoff));
  return Math.min(Math.max(current, least), most);
}

/** The highest number of pods that the policies permit. */
function highest(
  { policies = [], selectPolicy = "Max" }: HPAScalingRules,
  input: LimitInput,
  history: ScalingHistory,
): number {
  if (selectPolicy === "Disabled") return input.current;
  const limits = policies.map(({ type, value, periodSeconds }: HPAScalingPolicy) => {
    const before = history.replicasBefore(input.current, periodSeconds, input.now);
    // Rounded up, because a few percent of a few pods would otherwise never reach one pod.
    return type === "Pods" ? before + value : Math.ceil(before * (1 + value / 100));
  });
  return selectPolicy === "Min" ? minOf(limits) : maxOf(limits);
}

/** The lowest number of pods that the policies permit. */
function lowest(
  { policies = [], selectPolicy = "Max" }: HPAScalingRules,
  input: LimitInput,
  history: ScalingHistory,
): number {
  if (selectPolicy === "Disabled") return input.current;
  const limits = policies.map(({ type, value, periodSeconds }: HPAScalingPolicy) => {
    const before = history.replicasBefore(input.current, periodSeconds, input.now);
    return type === "Pods" ? before - value : Math.trunc(before * (1 - value / 100));
  });
  // The smallest change leaves the most pods.
  return selectPolicy === "Min" ? maxOf(limits) : minOf(limits);
}
