import type { IntOrString } from "../../../api/resources/strategies/intOrPercent.ts";

/** A number of pods, or a percentage of a total; undefined when absent. @param round rounds fractions of a pod */
export function scaledAmount(
  value: IntOrString | undefined,
  total: number,
  round: (value: number) => number,
): number | undefined {
  if (value === undefined || typeof value === "number") return value;
  const percent = /^(\d+)%$/.exec(value)?.[1];
  return percent === undefined ? undefined : round((Number(percent) * total) / 100);
}
