import type { Conversion } from "./conversion.ts";
import { type Members, membersOf, ownOf, recordsOf, take } from "./members.ts";

/** Converts autoscaling/v2beta1 to v2. The status is left out of the conversion: its controller rewrites it. */
export const convertAutoscaler: Conversion = (object) => {
  delete object["status"];
  for (const metric of recordsOf(membersOf(ownOf(object, "spec"))?.["metrics"])) {
    for (const [name, convert] of Object.entries(SOURCES)) {
      const source = membersOf(ownOf(metric, name));
      if (source !== undefined) convert(source);
    }
  }
};

/** Conversion of each kind of metric, by the field that contains it. */
const SOURCES: Readonly<Record<string, (source: Members) => void>> = {
  resource: (source) => moveTarget(source, "targetAverageUtilization", "targetAverageValue"),
  containerResource: (source) => moveTarget(source, "targetAverageUtilization", "targetAverageValue"),
  pods(source) {
    moveTarget(source, undefined, "targetAverageValue");
    moveMetric(source, "selector");
  },
  object(source) {
    const described = take(source, "target");
    if (described !== undefined) source["describedObject"] = described;
    moveTarget(source, undefined, "averageValue", "targetValue");
    moveMetric(source, "selector");
  },
  external(source) {
    moveTarget(source, undefined, "targetAverageValue", "targetValue");
    moveMetric(source, "metricSelector");
  },
};

/**
 * Collects the target of a metric. An average takes precedence over a value, which the older version required next to
 * it.
 */
function moveTarget(source: Members, utilization: string | undefined, average: string, plain?: string): void {
  const averageUtilization = utilization === undefined ? undefined : take(source, utilization);
  const averageValue = take(source, average);
  const value = plain === undefined ? undefined : take(source, plain);
  if (averageUtilization !== undefined) source["target"] = { type: "Utilization", averageUtilization };
  else if (averageValue !== undefined) source["target"] = { type: "AverageValue", averageValue };
  else if (value !== undefined) source["target"] = { type: "Value", value };
}

function moveMetric(source: Members, selectorName: string): void {
  const name = take(source, "metricName");
  const selector = take(source, selectorName);
  if (name === undefined) return;
  source["metric"] = { name, ...(selector === undefined ? {} : { selector }) };
}
