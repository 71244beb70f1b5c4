import type { ContainerStatus } from "kubernetes-types/core/v1";
import { maxOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { deletionCostIn } from "../../../api/resources/validation/pod/podAnnotations.ts";
import { asPod, isActive, isReady, podCondition, sidecarsOf, timeOf } from "./podState.ts";

/** The phases of active pods, in the order of deletion. A pod without a phase counts as pending. */
const PHASES = ["Pending", "Unknown", "Running"];

/** The properties of a pod that determine its place in the deletion order. */
interface Candidate {
  readonly pod: ApiObject;
  readonly isAssigned: boolean;
  readonly phase: number;
  readonly isReady: boolean;
  readonly cost: number;
  /** The number of pods of the same owners on the same node. */
  readonly crowd: number;
  readonly readySince: number | undefined;
  /** Restarts of the most often restarted main container; then those of sidecars. */
  readonly restarts: number;
  readonly sidecarRestarts: number;
  readonly created: number | undefined;
}

/**
 * Sorts pods in the order of deletion. First come pods that are unplaced, pending, unready, of low deletion cost, on a
 * crowded node, ready only recently, restarted often, or young, in this order of importance.
 * @param related pods of the same owner's replica sets; active ones count towards the crowd of their node
 * @param costAnnotation name of the annotation with the deletion cost; undefined to ignore costs
 * @param now milliseconds since the epoch
 */
export function inDeletionOrder(
  pods: readonly ApiObject[],
  related: readonly ApiObject[],
  costAnnotation: string | undefined,
  now: number,
): ApiObject[] {
  const crowds = new Map<string, number>();
  for (const pod of related.filter(isActive)) {
    const node = asPod(pod).spec?.nodeName;
    if (node !== undefined) crowds.set(node, (crowds.get(node) ?? 0) + 1);
  }
  return pods
    .map((pod) => candidate(pod, crowds, costAnnotation))
    .sort((a, b) => compare(a, b, (...times) => byMagnitude(...times, now)))
    .map(({ pod }) => pod);
}

/**
 * Sorts pods in the order in which a job deletes them: the least advanced first. The same as `inDeletionOrder`, but
 * without costs and nodes, and of two pods the younger one goes first, however small the difference.
 */
export const leastAdvancedFirst = (pods: readonly ApiObject[]): ApiObject[] =>
  pods
    .map((pod) => candidate(pod, new Map(), undefined))
    .sort((a, b) => compare(a, b, (_, __, timeA, timeB) => timeB - timeA))
    .map(({ pod }) => pod);

function candidate(pod: ApiObject, crowds: ReadonlyMap<string, number>, costAnnotation: string | undefined): Candidate {
  const { spec, status } = asPod(pod);
  const node = spec?.nodeName ?? "";
  const sidecars = new Set(sidecarsOf(spec).map(({ name }) => name));
  const { [costAnnotation ?? ""]: cost = "0" } = pod.metadata.annotations ?? {};
  return {
    pod,
    isAssigned: node !== "",
    phase: Math.max(0, PHASES.indexOf(status?.phase ?? "")),
    isReady: isReady(pod),
    cost: deletionCostIn(cost) ?? 0,
    crowd: crowds.get(node) ?? 0,
    readySince: timeOf(podCondition(pod, "Ready")?.lastTransitionTime),
    restarts: mostRestarts(status?.containerStatuses),
    sidecarRestarts: mostRestarts(status?.initContainerStatuses?.filter(({ name }) => sidecars.has(name))),
    created: timeOf(pod.metadata.creationTimestamp),
  };
}

const mostRestarts = (statuses: readonly ContainerStatus[] = []): number =>
  Math.max(0, maxOf(statuses.map(({ restartCount }) => restartCount)));

/** Orders two pods by two different times, in milliseconds since the epoch. */
type TimeOrder = (a: Candidate, b: Candidate, timeA: number, timeB: number) => number;

function compare(a: Candidate, b: Candidate, order: TimeOrder): number {
  return (
    Number(a.isAssigned) - Number(b.isAssigned) ||
    a.phase - b.phase ||
    Number(a.isReady) - Number(b.isReady) ||
    a.cost - b.cost ||
    b.crowd - a.crowd ||
    (a.isReady && b.isReady ? youngerFirst(a, b, a.readySince, b.readySince, order) : 0) ||
    b.restarts - a.restarts ||
    b.sidecarRestarts - a.sidecarRestarts ||
    youngerFirst(a, b, a.created, b.created, order)
  );
}

/** A pod without a time comes before one with a time. */
function youngerFirst(
  a: Candidate,
  b: Candidate,
  timeA: number | undefined,
  timeB: number | undefined,
  order: TimeOrder,
): number {
  if (timeA === timeB) return 0;
  if (timeA === undefined || timeB === undefined) return timeA === undefined ? -1 : 1;
  return order(a, b, timeA, timeB);
}

/**
 * Compares only the magnitude of ages, then the random uid, so that no failure domain is drained just because its pods
 * are young.
 */
function byMagnitude(a: Candidate, b: Candidate, timeA: number, timeB: number, now: number): number {
  const difference = magnitude(now - timeA) - magnitude(now - timeB);
  if (difference !== 0) return difference;
  return (a.pod.metadata.uid ?? "") < (b.pod.metadata.uid ?? "") ? -1 : 1;
}

/** The magnitude of an age in milliseconds: the binary logarithm of its nanoseconds, rounded down. */
const magnitude = (age: number): number => (age > 0 ? Math.floor(Math.log2(age * 1e6)) : -1);
