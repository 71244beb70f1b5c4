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
    const phase = textAt(pod, "status.phase");
    if (textAt(pod, "spec.nodeName") === "" || phase === "Succeeded" || phase === "Failed") continue;
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
 * The effective requests of a pod: the sum of its containers, or its largest init container where that is more, plus
 * the overhead.
 */
export function requestsOf(pod: ApiObject): Requests {
  const before = known.get(pod);
  if (before !== undefined) return before;
  const of = (name: "cpu" | "memory"): number => {
    const wants = (container: Fields): number => amountOf(at(container, `resources.requests.${name}`));
    const init = listAt(pod, "spec.initContainers");
    const isSidecar = (container: Fields): boolean => textAt(container, "restartPolicy") === "Always";
    let sidecars = 0;
    let most = 0;
    for (const container of init) {
      if (isSidecar(container)) sidecars += wants(container);
      most = Math.max(most, sidecars + (isSidecar(container) ? 0 : wants(container)));
    }
    const main = listAt(pod, "spec.containers").reduce((sum, container) => sum + wants(container), sidecars);
    return Math.max(main, most) + amountOf(at(pod, `spec.overhead.${name}`));
  };
  const requests = { cpu: of("cpu"), memory: of("memory") };
  known.set(pod, requests);
  return requests;
}

/** Sums the usage of nodes from `metrics.k8s.io`. @param metrics items of its NodeMetricsList */
export function usageOf(metrics: readonly ApiObject[]): Requests {
  let cpu = 0;
  let memory = 0;
  for (const each of metrics) {
    cpu += amountOf(at(each, "usage.cpu"));
    memory += amountOf(at(each, "usage.memory"));
  }
  return { cpu, memory };
}
