/** The autoscaler that sets the replicas of a workload. */
import { type ApiObject, parseApiVersion } from "../../../shared/object.ts";
import { at, textAt } from "../../resources/kinds/read.ts";

export interface Autoscaler {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/**
 * The HorizontalPodAutoscaler whose target is the object; undefined if there is none.
 * @param autoscalers those of the object's namespace, in any version of their API
 */
export function autoscalerOf(object: ApiObject, autoscalers: readonly ApiObject[]): Autoscaler | undefined {
  const { group } = parseApiVersion(object.apiVersion ?? "");
  const found = autoscalers.find(
    (each) =>
      textAt(each, "spec.scaleTargetRef.kind") === object.kind &&
      textAt(each, "spec.scaleTargetRef.name") === object.metadata.name &&
      parseApiVersion(textAt(each, "spec.scaleTargetRef.apiVersion")).group === group,
  );
  if (found === undefined) return undefined;
  const numberAt = (path: string, fallback: number): number => Number(at(found, path) ?? fallback);
  return {
    name: found.metadata.name ?? "",
    min: numberAt("spec.minReplicas", 1),
    max: numberAt("spec.maxReplicas", 0),
  };
}

/** What an autoscaler makes of a number of replicas: it is off at 0, and brings all other numbers into its range. */
export function autoscaledEffect(replicas: number, { min, max }: Autoscaler): "off" | "raises" | "lowers" | "changes" {
  if (replicas === 0) return "off";
  if (replicas < min) return "raises";
  return replicas > max ? "lowers" : "changes";
}
