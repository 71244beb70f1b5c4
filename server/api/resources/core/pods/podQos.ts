import type { Container, PodSpec } from "kubernetes-types/core/v1";
import { addQuantity, compareQuantity, type Quantity } from "../../../../../shared/quantity.ts";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { amountOf, compareQuantities } from "../../../../ground/formats/quantity.ts";

/** Quality of service: how firmly a pod's resources are guaranteed. */
export type QosClass = "Guaranteed" | "Burstable" | "BestEffort";

const COUNTED = ["cpu", "memory"] as const;

function* sum(containers: readonly Container[], part: "requests" | "limits"): Steps<Map<string, Quantity>> {
  const total = new Map<string, Quantity>();
  for (const { resources } of containers) {
    if (isTurnDue()) yield;
    for (const name of COUNTED) {
      const amount = resources?.[part]?.[name];
      if (amount === undefined || compareQuantities(amount, "0") <= 0) continue;
      const known = total.get(name);
      total.set(name, known === undefined ? amountOf(amount) : addQuantity(known, amountOf(amount)));
    }
  }
  return total;
}

/**
 * Guaranteed when every container limits both cpu and memory and requests as much as it limits; BestEffort when no
 * container requests or limits anything; Burstable otherwise.
 */
export function* qosClass(spec: Pick<PodSpec, "containers" | "initContainers"> | undefined): Steps<QosClass> {
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  const requests = yield* sum(containers, "requests");
  const limits = yield* sum(containers, "limits");
  if (requests.size === 0 && limits.size === 0) return "BestEffort";
  const allLimited = containers.every(({ resources }) =>
    COUNTED.every((name) => {
      const limit = resources?.limits?.[name];
      return limit !== undefined && compareQuantities(limit, "0") > 0;
    }),
  );
  const same =
    requests.size === limits.size &&
    [...requests].every(([name, amount]) => {
      const limit = limits.get(name);
      return limit !== undefined && compareQuantity(amount, limit) === 0;
    });
  return allLimited && same ? "Guaranteed" : "Burstable";
}
