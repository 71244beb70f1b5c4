/** The requests of pods compared with the resources of nodes. */
import type { ApiObject } from "../../../shared/object.ts";
import { parseQuantity, QuantityError } from "../../../shared/quantity.ts";
import { at, type Fields, fieldsAt, listAt, textAt } from "../../resources/kinds/read.ts";

export const MEASURES = ["cpu", "memory", "pods"] as const;
export type Measure = (typeof MEASURES)[number];
/** Cores, bytes, pods. */
export type Amounts = Readonly<Record<Measure, number>>;

export interface Capacity {
  readonly allocatable: Amounts;
  readonly requested: Amounts;
}

/** A quantity as a number of units; 0 for an invalid one. */
export function amountOf(value: unknown): number {
  if (typeof value !== "string" && typeof value !== "number") return 0;
  try {
    const { digits, exponent } = parseQuantity(String(value));
    return exponent < 0 ? Number(digits) / 10 ** -exponent : Number(digits) * 10 ** exponent;
  } catch (error) {
    if (error instanceof QuantityError) return 0;
    throw error;
  }
}

/** The requests of the pods that occupy a node, and the allocatable resources of the nodes. */
export function capacityOf(nodes: readonly ApiObject[], pods: readonly ApiObject[]): Capacity {
  const allocatable = { cpu: 0, memory: 0, pods: 0 };
  for (const node of nodes) {
    const amounts = fieldsAt(node, "status.allocatable");
    for (const measure of MEASURES) allocatable[measure] += amountOf(amounts[measure]);
  }
  const requested = { cpu: 0, memory: 0, pods: 0 };
  for (const pod of pods) {
    if (textAt(pod, "spec.nodeName") === "" || !isRunning(pod)) continue;
    const { cpu, memory } = requestsOf(pod);
    requested.cpu += cpu;
    requested.memory += memory;
    requested.pods += 1;
  }
  return { allocatable, requested };
}

interface Requests {
  readonly cpu: number;
  readonly memory: number;
}

const known = new WeakMap<ApiObject, Requests>();

/**
 * The effective requests or limits of a pod for one resource: the sum of its containers, or the largest init container
 * if that is more, plus the overhead.
 *
 * @param name of the resource, for example `cpu` or `nvidia.com/gpu`
 */
export function podAmount(pod: ApiObject, kind: "requests" | "limits", name: string): number {
  // A resource name may contain dots, so it cannot be part of the path.
  const requested = (container: Fields): number => amountOf(fieldsAt(container, `resources.${kind}`)[name]);
  let sidecars = 0;
  let most = 0;
  for (const container of listAt(pod, "spec.initContainers")) {
    const isSidecar = textAt(container, "restartPolicy") === "Always";
    if (isSidecar) sidecars += requested(container);
    most = Math.max(most, sidecars + (isSidecar ? 0 : requested(container)));
  }
  const main = listAt(pod, "spec.containers").reduce((sum, container) => sum + requested(container), sidecars);
  return Math.max(main, most) + amountOf(fieldsAt(pod, "spec.overhead")[name]);
}

/** The effective requests of a pod. */
export function requestsOf(pod: ApiObject): Requests {
  const before = known.get(pod);
  if (before !== undefined) return before;
  const requests = { cpu: podAmount(pod, "requests", "cpu"), memory: podAmount(pod, "requests", "memory") };
  known.set(pod, requests);
  return requests;
}

/** Whether a pod occupies its node. */
export const isRunning = (pod: ApiObject): boolean => !["Succeeded", "Failed"].includes(textAt(pod, "status.phase"));

/** Sums the usage of nodes from `metrics.k8s.io`. @param metrics items of a NodeMetricsList */
export function usageOf(metrics: readonly ApiObject[]): Requests {
  let cpu = 0;
  let memory = 0;
  for (const each of metrics) {
    cpu += amountOf(at(each, "usage.cpu"));
    memory += amountOf(at(each, "usage.memory"));
  }
  return { cpu, memory };
}
