import { deepEqual } from "../../../../shared/deepEqual.ts";
import type { Toleration } from "../builtIn/podSpec.ts";

/** Whether whatever `toleration` tolerates, `by` tolerates, too. */
export function isCovered(toleration: Toleration, by: Toleration): boolean {
  if (deepEqual(toleration, by)) return true;
  const { key = "", operator = "Equal", value = "", effect = "", tolerationSeconds } = by;
  const anyKey = key === "" && operator === "Exists";
  if ((toleration.key ?? "") !== key && !anyKey) return false;
  if ((toleration.effect ?? "") !== effect && effect !== "") return false;
  if (effect === "NoExecute" && tolerationSeconds !== undefined) {
    if (toleration.tolerationSeconds === undefined || toleration.tolerationSeconds > tolerationSeconds) return false;
  }
  if (operator === "Exists") return true;
  return operator === "Equal" && toleration.operator === "Equal" && (toleration.value ?? "") === value;
}

/** All of both but those that another one covers; of equal ones the first. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second];
  return all.reduce<Toleration[]>((merged, toleration, i) => {
    const isRedundant =
      merged.some((kept) => isCovered(toleration, kept)) ||
      all.slice(i + 1).some((later) => !deepEqual(toleration, later) && isCovered(toleration, later));
    if (!isRedundant) merged.push(toleration);
    return merged;
  }, []);
}
