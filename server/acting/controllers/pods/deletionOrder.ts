import type { ContainerStatus } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, isActive, isReady, podCondition, sidecarsOf, timeOf } from "./podState.ts";

const PHASES = ["Pending", "Unknown", "Running"];

/** What counts of a pod when some have to go. */
interface Candidate {
  readonly pod: ApiObject;
  readonly isAssigned: boolean;
  readonly phase: number;
  readonly isReady: boolean;
  readonly cost: number;
  /** Pods of the same owners on the same node. */
  readonly crowd: number;
  readonly readySince: number | undefined;
  /** Of the container that was restarted most often; then of sidecars. */
  readonly restarts: number;
  readonly sidecarRestarts: number;
  readonly created: number | undefined;
}

/**
 * Pods in the order of deletion: those whose loss costs least first. On no node, pending, unready, of low deletion
 * cost, on a crowded node, shortly ready, often restarted, young.
 * @param related pods of the same owner's replica sets; those that are active make a node count as crowded
 * @param costAnnotation name of the annotation that holds a pod's deletion cost; undefined when costs do not count
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
 * Pods in the order in which a job gives them up: those that have come least far first. The same as `inDeletionOrder`, but
 * neither costs nor nodes count, and of two pods the younger goes first, however small the difference.
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
    phase: PHASES.indexOf(status?.phase ?? ""),
    isReady: isReady(pod),
    // What is no 32 bit number counts as none.
    cost: /^-?(0|[1-9]\d{0,9})$/.test(cost) ? Number(cost) : 0,
    crowd: crowds.get(node) ?? 0,
    readySince: timeOf(podCondition(pod, "Ready")?.lastTransitionTime),
    restarts: mostRestarts(status?.containerStatuses),
    sidecarRestarts: mostRestarts(status?.initContainerStatuses?.filter(({ name }) => sidecars.has(name))),
    created: timeOf(pod.metadata.creationTimestamp),
  };
}

const mostRestarts = (statuses: readonly ContainerStatus[] = []): number =>
  Math.max(0, ...statuses.map(({ restartCount }) => restartCount));

/** Orders two pods by their different times, in milliseconds since the epoch. */
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

/** A pod without a time goes before one with a time. */
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
 * By magnitude of age only, then by chance (the uid), so that no failure domain is drained just because its pods are
 * young.
 */
function byMagnitude(a: Candidate, b: Candidate, timeA: number, timeB: number, now: number): number {
  const difference = magnitude(now - timeA) - magnitude(now - timeB);
  if (difference !== 0) return difference;
  return (a.pod.metadata.uid ?? "") < (b.pod.metadata.uid ?? "") ? -1 : 1;
}

/** Of an age in milliseconds: the logarithm of its nanoseconds, rounded down. */
const magnitude = (age: number): number => (age > 0 ? Math.floor(Math.log2(age * 1e6)) : -1);
