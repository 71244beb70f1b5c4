import type { Container, PodSpec, PodStatus } from "kubernetes-types/core/v1";
import { type Amounts, addAmounts, amountsOf, copyAmounts, noAmounts, raiseAmounts, setAmount } from "./amounts.ts";

/** What a container without a request counts with where nodes are compared: a tenth of a core and 200 Mi. */
export const ASSUMED_CPU = 100;
export const ASSUMED_MEMORY = 200 * 1024 * 1024;

/** What statuses say of resizing; the type package does not know it. */
interface ResizedStatus {
  readonly resources?: Container["resources"];
  readonly allocatedResources?: Readonly<Record<string, string>>;
}

/** Pods may ask as a whole; the type package does not know that yet. */
interface WholePodResources {
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
}

/**
 * What a pod requests of a node: the sum of its containers and sidecars, or the most that is needed at one time before
 * them; the requests of the pod as a whole instead, where it has any; and its overhead.
 * @param isAssuming whether containers that ask for no cpu or memory count with something
 * @param status of a pod that may be resized: what its containers have counts as long as they have not got what they ask for
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

/** At least what a container has; no more than that where its node can never give it what it asks for. */
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
