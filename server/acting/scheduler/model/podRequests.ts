import type { Container, PodSpec } from "kubernetes-types/core/v1";
import { type Amounts, addAmounts, amountsOf, copyAmounts, noAmounts, raiseAmounts, setAmount } from "./amounts.ts";

/** What a container without a request counts with where nodes are compared: a tenth of a core and 200 Mi. */
export const ASSUMED_CPU = 100;
export const ASSUMED_MEMORY = 200 * 1024 * 1024;

/** Pods may ask as a whole; the type package does not know that yet. */
interface WholePodResources {
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
}

/**
 * What a pod requests of a node: the sum of its containers and sidecars, or the most that is needed at one time before
 * them; the requests of the pod as a whole instead, where it has any; and its overhead.
 * @param isAssuming whether containers that ask for no cpu or memory count with something
 */
export function podRequests(spec: PodSpec, isAssuming = false): Amounts {
  const whole = (spec as WholePodResources).resources?.requests ?? {};
  const isWhole = Object.keys(whole).some(isOfWholePods);
  const ofContainer = (container: Container): Amounts => containerRequests(container, isAssuming && !isWhole);
  const total = noAmounts();
  for (const container of spec.containers) addAmounts(total, ofContainer(container));
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

const isOfWholePods = (name: string): boolean => name === "cpu" || name === "memory";

function containerRequests({ resources }: Container, isAssuming: boolean): Amounts {
  const requests = amountsOf(resources?.requests);
  if (!isAssuming) return requests;
  if (resources?.requests?.["cpu"] === undefined) requests.cpu = ASSUMED_CPU;
  if (resources?.requests?.["memory"] === undefined) requests.memory = ASSUMED_MEMORY;
  return requests;
}
