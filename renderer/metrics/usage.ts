/** The CPU and memory usage of pods and nodes, from the metrics API. */
import type { ApiObject } from "../../shared/object.ts";
import { parseQuantity } from "../../shared/quantity.ts";
import { fieldsAt, listAt, textAt } from "../resources/kinds/read.ts";
import { grouped } from "../ui/numbers.ts";

/** CPU in cores, memory in bytes. */
export interface Amounts {
  readonly cpu: number;
  readonly memory: number;
}

export type Measure = keyof Amounts;

/** One measurement. */
export interface UsagePoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly total: Amounts;
  /** Usage by container; empty for a node. */
  readonly parts: Readonly<Record<string, Amounts>>;
}

/** The levels to compare the usage with; undefined if not set. */
export interface Levels {
  readonly request: number | undefined;
  /** The limit of a pod, or a node's allocatable amount. */
  readonly limit: number | undefined;
}

/** The value of a quantity; undefined for an invalid text. */
export function amountOf(text: string): number | undefined {
  try {
    const { digits, exponent } = parseQuantity(text);
    return Number(digits) * 10 ** exponent;
  } catch {
    return undefined;
  }
}

const amountsOf = (usage: unknown): Amounts => ({
  cpu: amountOf(textAt(usage, "cpu")) ?? 0,
  memory: amountOf(textAt(usage, "memory")) ?? 0,
});

/** Parses a PodMetrics or a NodeMetrics. @returns undefined for anything else */
export function readUsage(metrics: unknown): UsagePoint | undefined {
  const at = Date.parse(textAt(metrics, "timestamp"));
  if (Number.isNaN(at)) return undefined;
  const containers = listAt(metrics, "containers");
  if (containers.length === 0) return { at, total: amountsOf(fieldsAt(metrics, "usage")), parts: {} };
  const parts = Object.fromEntries(
    containers.map((each) => [textAt(each, "name"), amountsOf(fieldsAt(each, "usage"))]),
  );
  const sum = (measure: Measure): number => Object.values(parts).reduce((total, each) => total + each[measure], 0);
  return { at, total: { cpu: sum("cpu"), memory: sum("memory") }, parts };
}

/**
 * The requests and limits of a pod's containers, or a node's allocatable amount. If one container has no limit, the pod
 * has none.
 */
export function levelsOf(object: ApiObject, measure: Measure): Levels {
  if (object.kind === "Node") {
    return { request: undefined, limit: amountOf(textAt(object, `status.allocatable.${measure}`)) };
  }
  const containers = listAt(object, "spec.containers");
  const all = (kind: "requests" | "limits"): (number | undefined)[] =>
    containers.map((each) => amountOf(textAt(each, `resources.${kind}.${measure}`)));
  const sum = (amounts: readonly (number | undefined)[]): number =>
    amounts.reduce<number>((total, each) => total + (each ?? 0), 0);
  const [requests, limits] = [all("requests"), all("limits")];
  return {
    request: sum(requests) || undefined,
    limit: limits.length > 0 && limits.every((each) => each !== undefined) ? sum(limits) : undefined,
  };
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** `250m`, `2.5m`, `1.5` cores in the usual notation; `64 MiB`, `64.5 MiB`. */
export function amountText(measure: Measure, amount: number): string {
  if (measure === "cpu") return amount < 1 ? `${thousandths(amount)}m` : upTo(amount, 2);
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, amount)) / 10)));
  const value = amount / 1024 ** power;
  return `${upTo(value, power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power]}`;
}

/** Rounds to the given number of fractional digits, without trailing zeros. */
const upTo = (value: number, digits: number): string => grouped(Number(value.toFixed(digits)));

/** Amounts below ten keep one fractional digit, because axis ticks may differ by less than one. */
function thousandths(amount: number): string {
  const value = amount * 1_000;
  return upTo(value, value < 10 ? 1 : 0);
}
