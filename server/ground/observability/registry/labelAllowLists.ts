import { OptionError } from "../../settings/optionError.ts";

/** The allowed values of labels, by label. */
export type LabelAllowList = ReadonlyMap<string, ReadonlySet<string>>;

/** Replaces every value that is not allowed. */
const UNEXPECTED = "unexpected";

const KEY = /^[a-zA-Z_:][a-zA-Z0-9_:]*,[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * Parses the allowed values of `metric,label` pairs; returns them by metric.
 * @param pairs values separated by commas, by `metric,label`
 * @throws OptionError for a pair in another format
 */
export function readAllowLists(pairs: Readonly<Record<string, string>>): ReadonlyMap<string, LabelAllowList> {
  const lists = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const [key, values] of Object.entries(pairs)) {
    if (!KEY.test(key)) {
      const form = "`metricName,labelName=labelValue, labelValue,...`";
      throw new OptionError(`--allow-metric-labels must have a list of kv pair with format ${form}`);
    }
    const [metric = "", label = ""] = key.split(",");
    const list = lists.get(metric) ?? new Map<string, ReadonlySet<string>>();
    list.set(label, new Set(values.split(",")));
    lists.set(metric, list);
  }
  return lists;
}

const WRITERS = ["inc", "dec", "set", "observe"];

/**
 * Restricts a metric to allowed label values; others become `unexpected`. Metrics without a list have no overhead.
 * @param metric one of prom-client's
 * @param onUnexpected called for each value that was not allowed
 */
export function constrainLabels(
  metric: object,
  labelNames: readonly string[],
  allowed: LabelAllowList,
  onUnexpected: () => void,
): void {
  const constrain = (labels: object, count: () => void): object => {
    const kept = Object.entries(labels).map(([name, value]: [string, unknown]) => {
      const values = allowed.get(name);
      if (values === undefined || value === UNEXPECTED || values.has(String(value))) return [name, value];
      count();
      return [name, UNEXPECTED];
    });
    return Object.fromEntries(kept) as object;
  };
  const labelsOf = (given: readonly unknown[]): object => {
    const [first] = given;
    if (typeof first === "object" && first !== null) return first;
    return Object.fromEntries(labelNames.map((name, i) => [name, given[i]]));
  };
  const writers = new Map<string, (...args: unknown[]) => unknown>();
  for (const name of WRITERS) {
    const write: unknown = Reflect.get(metric, name);
    if (typeof write !== "function") continue;
    const constrained = (first: unknown, ...rest: unknown[]): unknown => {
      const labels = typeof first === "object" && first !== null ? constrain(first, onUnexpected) : first;
      return Reflect.apply(write, metric, [labels, ...rest]);
    };
    writers.set(name, constrained);
    Reflect.set(metric, name, constrained);
  }
  // A series that was looked up writes through the same check, so that each observation is counted.
  Reflect.set(metric, "labels", (...given: unknown[]) => {
    const labels = labelsOf(given);
    return Object.fromEntries(
      [...writers].map(([name, write]) => [name, (...args: unknown[]) => write(labels, ...args)]),
    );
  });
  const remove: unknown = Reflect.get(metric, "remove");
  if (typeof remove !== "function") return;
  Reflect.set(metric, "remove", (...given: unknown[]) => {
    Reflect.apply(remove, metric, [constrain(labelsOf(given), () => undefined)]);
  });
}
