/** The common facts of workload kinds, which have different field names. */
import type { ApiObject } from "../../../../shared/object.ts";
import { at, fieldsAt, listAt, textAt, textsAt } from "../read.ts";

interface ReplicaCount {
  name: "ready" | "updated" | "available" | "completed" | "active" | "failedPods";
  have: number;
  desired?: number | undefined;
}

const number = (object: ApiObject, path: string): number | undefined => {
  const text = textAt(object, path);
  return text === "" ? undefined : Number(text);
};

/** The numbers of existing and desired pods. */
export function replicasOf(object: ApiObject): ReplicaCount[] {
  const status = (field: string): number => number(object, `status.${field}`) ?? 0;
  if (at(object, "status.desiredNumberScheduled") !== undefined) {
    const desired = status("desiredNumberScheduled");
    return [
      { name: "ready", have: status("numberReady"), desired },
      { name: "updated", have: status("updatedNumberScheduled"), desired },
      { name: "available", have: status("numberAvailable"), desired },
    ];
  }
  const completions = number(object, "spec.completions");
  if (completions !== undefined || object.kind === "Job") {
    return [
      { name: "completed", have: status("succeeded"), desired: completions },
      { name: "active", have: status("active") },
      { name: "failedPods", have: status("failed") },
    ];
  }
  const desired = number(object, "spec.replicas");
  if (desired === undefined) return [];
  const counts: ReplicaCount[] = [{ name: "ready", have: status("readyReplicas"), desired }];
  if (at(object, "status.updatedReplicas") !== undefined)
    counts.push({ name: "updated", have: status("updatedReplicas"), desired });
  if (at(object, "status.availableReplicas") !== undefined) {
    counts.push({ name: "available", have: status("availableReplicas"), desired });
  }
  return counts;
}

/** The update strategy, in one line. */
export function strategyOf(object: ApiObject): string {
  const strategy = at(object, "spec.strategy") ?? at(object, "spec.updateStrategy");
  const rolling = fieldsAt(strategy, "rollingUpdate");
  const details = Object.entries(rolling).map(([name, value]) => `${name} ${String(value)}`);
  return [textAt(strategy, "type"), ...details].filter((part) => part !== "").join(", ");
}

const OPERATORS: Readonly<Record<string, string>> = { In: "in", NotIn: "notin" };

/** The selector in its query form; empty if the object has none. */
export function selectorText(object: ApiObject): string {
  const selector = at(object, "spec.selector");
  const structured = at(selector, "matchLabels") !== undefined || at(selector, "matchExpressions") !== undefined;
  const labels = structured ? fieldsAt(selector, "matchLabels") : fieldsAt(object, "spec.selector");
  const equal = Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`);
  const expressions = listAt(selector, "matchExpressions").map((expression) => {
    const key = textAt(expression, "key");
    const operator = textAt(expression, "operator");
    if (operator === "Exists") return key;
    if (operator === "DoesNotExist") return `!${key}`;
    return `${key} ${OPERATORS[operator] ?? "in"} (${textsAt(expression, "values").join(",")})`;
  });
  return [...equal, ...expressions].join(",");
}
