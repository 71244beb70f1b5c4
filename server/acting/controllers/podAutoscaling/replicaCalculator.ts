import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, isReady } from "../pods/podState.ts";
import { groupPods, type StartTimes } from "./podGroups.ts";
import { type PodMetrics, type Usage, usageOf, utilizationOf, type Values, valuesOf } from "./podMetrics.ts";
import { podRequests } from "./podRequests.ts";

export interface CalculatorSettings extends StartTimes {
  /** The relative deviation from a usage ratio of 1 that causes no change. */
  readonly tolerance: number;
}

/** The number of pods that one metric proposes, and the usage it was computed from. */
export interface Proposal {
  readonly replicas: number;
  /** In thousandths: per pod, or in total when the target is a total. */
  readonly usage: number;
  /** Percentage of the request; undefined when the target is an amount. */
  readonly utilization?: number | undefined;
}

/** The inputs of a proposal. */
export interface ProposalInput extends CalculatorSettings {
  /** The currently wanted number of pods. */
  readonly current: number;
  /** The pods that the target selects. */
  readonly pods: readonly ApiObject[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const NO_PODS = "no pods returned by selector while calculating replica count";
const NO_METRICS = "did not receive metrics for targeted pods (pods might be unready)";

/** Proposes the number with which pods use this percentage of their requests. @throws Error */
export function proposeByUtilization(
  given: ProposalInput,
  metrics: PodMetrics,
  { resource, container, percent }: { resource: string; container?: string | undefined; percent: number },
): Proposal {
  let requests: ReadonlyMap<string, number> = new Map();
  return propose(given, metrics, resource === "cpu", {
    begin() {
      requests = podRequests(given.pods, resource, container);
    },
    measure: (values) => utilizationOf(values, requests, percent),
    // A pod without a measurement is assumed to use all that it requests, or more when the target is above 100 percent.
    most: (name) => Math.trunc(((requests.get(name) ?? 0) * Math.max(100, percent)) / 100),
    assumesNothingOnTarget: false,
  });
}

/** Proposes the number with which each pod has this average. @param target in thousandths @throws Error */
export const proposeByAverage = (given: ProposalInput, metrics: PodMetrics, target: number, isCpu: boolean): Proposal =>
  propose(given, metrics, isCpu, {
    begin: () => undefined,
    measure: (values) => usageOf(values, target),
    most: () => target,
    assumesNothingOnTarget: true,
  });

/** How usage is computed, and what is assumed for pods without a measurement. */
interface Measure {
  /** Called once there is something to measure. @throws Error */
  begin(): void;
  measure(values: Values): Usage;
  /** The assumed usage of a pod without a measurement when scaling down. */
  most(pod: string): number;
  /** Whether pods without a measurement count as unused when the others are exactly on target. */
  readonly assumesNothingOnTarget: boolean;
}

function propose(given: ProposalInput, metrics: PodMetrics, isCpu: boolean, how: Measure): Proposal {
  const { begin, measure, most, assumesNothingOnTarget } = how;
  const { current, pods, tolerance } = given;
  if (pods.length === 0) throw new Error(NO_PODS);
  const { ready, unready, missing, ignored } = groupPods(pods, metrics, { ...given, isCpu });
  const values = valuesOf(metrics);
  for (const name of ignored) values.delete(name);
  for (const name of unready) values.delete(name);
  if (values.size === 0) throw new Error(NO_METRICS);
  begin();
  const usage = measure(values);
  const { ratio } = usage;
  const as = (replicas: number): Proposal => ({ replicas, usage: usage.average, utilization: usage.utilization });
  const isNear = (value: number): boolean => Math.abs(1 - value) <= tolerance;
  const isUpWithUnready = unready.size > 0 && ratio > 1;
  if (!isUpWithUnready && missing.size === 0) return as(isNear(ratio) ? current : Math.ceil(ratio * ready));
  // Pods without a measurement are assumed to have the value that leads to the smaller change.
  for (const name of missing) {
    if (ratio < 1) values.set(name, most(name));
    else if (ratio > 1 || assumesNothingOnTarget) values.set(name, 0);
  }
  if (isUpWithUnready) for (const name of unready) values.set(name, 0);
  const assumed = measure(values).ratio;
  if (isNear(assumed) || (ratio < 1 && assumed > 1) || (ratio > 1 && assumed < 1)) return as(current);
  const replicas = Math.ceil(assumed * values.size);
  const turnsBack = (assumed < 1 && replicas > current) || (assumed > 1 && replicas < current);
  return as(turnsBack ? current : replicas);
}

/**
 * Proposes by a total: a value of an object, or the sum of an external metric.
 * @param value in thousandths
 * @throws Error
 */
export function proposeByValue(given: ProposalInput, value: number, target: number): Proposal {
  const { current, pods, tolerance } = given;
  const ratio = value / target;
  // Scaling up from zero pods: one pod for each target amount.
  if (current === 0) return { replicas: Math.ceil(ratio), usage: value };
  if (Math.abs(1 - ratio) <= tolerance) return { replicas: current, usage: value };
  if (pods.length === 0) throw new Error(`unable to calculate ready pods: ${NO_PODS}`);
  const ready = pods.filter((pod) => asPod(pod).status?.phase === "Running" && isReady(pod)).length;
  return { replicas: Math.ceil(ratio * ready), usage: value };
}

/**
 * Proposes by a total that is divided by the number of pods.
 * @param count the number of existing pods
 * @param value in thousandths
 */
export function proposeByShare(
  { tolerance }: CalculatorSettings,
  count: number,
  value: number,
  target: number,
): Proposal {
  const ratio = value / (target * count);
  const isNear = Math.abs(1 - ratio) <= tolerance;
  return {
    replicas: isNear ? count : Math.ceil(value / target),
    usage: count === 0 ? value : Math.ceil(value / count),
  };
}
