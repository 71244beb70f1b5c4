import type { Container, PodSpec, PodStatus } from "kubernetes-types/core/v1";
import { type Amounts, addAmounts, amountsOf, copyAmounts, noAmounts, raiseAmounts, setAmount } from "./amounts.ts";

/** The default amounts of a container without requests, for scoring nodes: a tenth of a core and 200 Mi. */
export const ASSUMED_CPU = 100;
export const ASSUMED_MEMORY = 200 * 1024 * 1024;

/** Fields of statuses about resizing, which the type package does not have. */
interface ResizedStatus {
  readonly resources?: Container["resources"];
  readonly allocatedResources?: Readonly<Record<string, string>>;
}

/** Pod-level resources, which the type package does not have yet. */
interface WholePodResources {
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
}

/**
 * What a pod requests of a node: the sum of its containers and sidecars, or the maximum needed at any time before they
 * run, if higher; or the pod-level requests instead, if there are any; plus its overhead.
 * @param isAssuming whether containers without CPU or memory requests count with default amounts
 * @param status of a pod that may be resized: the resources in force count until the requested ones have been granted
 */
export function podRequests(spec: PodSpec, isAssuming = false, status?: PodStatus): Amounts {
  const whole = (spec as WholePodResources).resources?.requests ?? {};
  const isWhole = Object.keys(whole).some(isOfWholePods);
  const ofContainer = (container: Container): Amounts => containerRequests(container, isAssuming && !isWhole);
  const total = noAmounts();
  for (const container of spec.containers) addAmounts(total, resized(ofContainer(container), container.name, status));
  const sidecars = noAmounts();
  const most = noAmounts();
  for (const container of spec.initContainers ?? []) {
    const requests = ofContainer(container);
    if (container.restartPolicy === "Always") {
      addAmounts(sidecars, requests);
      addAmounts(total, requests);
      raiseAmounts(most, sidecars);
      continue;
    }
    const atThatTime = copyAmounts(sidecars);
    addAmounts(atThatTime, requests);
    raiseAmounts(most, atThatTime);
  }
  raiseAmounts(total, most);
  if (isWhole) {
    const { cpu, memory } = amountsOf(whole);
    if ("cpu" in whole) setAmount(total, "cpu", cpu);
    if ("memory" in whole) setAmount(total, "memory", memory);
  }
  addAmounts(total, amountsOf(spec.overhead));
  return total;
}

/**
 * The higher of the requested resources and those in force; only those in force when the node can never grant the
 * request.
 */
function resized(asked: Amounts, name: string, status: PodStatus | undefined): Amounts {
  const found = status?.containerStatuses?.find((each) => each.name === name) as ResizedStatus | undefined;
  if (found?.resources === undefined) return asked;
  const has = amountsOf(found.resources.requests);
  raiseAmounts(has, amountsOf(found.allocatedResources));
  if ((status as { readonly resize?: string }).resize !== "Infeasible") raiseAmounts(has, asked);
  return has;
}

const isOfWholePods = (name: string): boolean => name === "cpu" || name === "memory";

function containerRequests({ resources }: Container, isAssuming: boolean): Amounts {
  const requests = amountsOf(resources?.requests);
  if (!isAssuming) return requests;
  if (resources?.requests?.["cpu"] === undefined) requests.cpu = ASSUMED_CPU;
  if (resources?.requests?.["memory"] === undefined) requests.memory = ASSUMED_MEMORY;
  return requests;
}
