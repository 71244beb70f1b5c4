import type { Taint, Toleration } from "kubernetes-types/core/v1";

/** Whether a toleration tolerates a taint. */
export function tolerates({ key = "", operator = "", value = "", effect = "" }: Toleration, taint: Taint): boolean {
  if (effect !== "" && effect !== taint.effect) return false;
  if (key !== "" && key !== taint.key) return false;
  if (operator === "Exists") return true;
  return (operator === "" || operator === "Equal") && value === (taint.value ?? "");
}

/** The first taint with one of these effects that is not tolerated. */
export function untoleratedTaint(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
  effects: readonly string[],
): Taint | undefined {
  return taints.find(
    (taint) => effects.includes(taint.effect) && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
}

/** Effects that keep new pods off a node. */
export const REPELLING: readonly string[] = ["NoSchedule", "NoExecute"];
