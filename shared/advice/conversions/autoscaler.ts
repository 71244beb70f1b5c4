import type { Conversion } from "./conversion.ts";
import { type Members, membersOf, ownOf, recordsOf, take } from "./members.ts";

/** Metrics of autoscaling/v2beta1, to v2. The status is the controller's, which writes it anew. */
export const convertAutoscaler: Conversion = (object) => {
  delete object["status"];
  for (const metric of recordsOf(membersOf(ownOf(object, "spec"))?.["metrics"])) {
    for (const [name, convert] of Object.entries(SOURCES)) {
      const source = membersOf(ownOf(metric, name));
      if (source !== undefined) convert(source);
    }
  }
};

/** Each kind of metric, by the member that holds it. */
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

/** Gathers the target of a metric. An average wins over a value, which the older form required beside it. */
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
