import { MAX_ERROR_TEXT } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import {
  addQuantity,
  canonicalQuantity,
  compareQuantity,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityMilliValue,
} from "../../../../shared/quantity.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { type Container, podSpec, type Resources } from "./podSpec.ts";

type Amounts = Readonly<Record<string, string>>;

/** One item of a limit range. */
export interface Limit {
  readonly type: string;
  readonly min?: Amounts;
  readonly max?: Amounts;
  readonly default?: Amounts;
  readonly defaultRequest?: Amounts;
  readonly maxLimitRequestRatio?: Amounts;
}

const compare = (a: string, b: string): number => compareQuantity(parseQuantity(a), parseQuantity(b));
const entries = (amounts: Amounts | undefined): [string, string][] => Object.entries(amounts ?? {});

/** Errors of a pod under one limit, as far as the error list has room. */
export function* podProblems(pod: ApiObject, limit: Limit): Steps<string[]> {
  const spec = podSpec(pod);
  if (limit.type === "Container") {
    const problems: string[] = [];
    let length = 0;
    for (const { resources = {} } of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
      if (isTurnDue()) yield;
      for (const problem of checkResources(resources, limit)) {
        length += problem.length;
        if (length > MAX_ERROR_TEXT && problems.length > 0) return problems;
        problems.push(problem);
      }
    }
    return problems;
  }
  if (limit.type === "Pod")
    return checkResources(podResources(spec.containers ?? [], spec.initContainers ?? []), limit);
  return [];
}

/** Errors of a persistent volume claim under one limit, which only considers requests. */
export function checkClaim(claim: ApiObject, limit: Limit): string[] {
  if (limit.type !== "PersistentVolumeClaim") return [];
  const spec = (claim["spec"] ?? {}) as { resources?: Resources };
  const requests = spec.resources?.requests ?? {};
  const check =
    (word: string, wrong: (order: number) => boolean) =>
    (entry: [string, string]): string[] => {
      const [name, bound] = entry;
      const text = `${word} ${name} usage per ${limit.type} is ${canonicalQuantity(bound)}`;
      const request = requests[name];
      if (request === undefined) return [`${text}.  No request is specified`];
      return wrong(compare(request, bound)) ? [`${text}, but request is ${canonicalQuantity(request)}`] : [];
    };
  return [
    ...entries(limit.min).flatMap(check("minimum", (order) => order < 0)),
    ...entries(limit.max).flatMap(check("maximum", (order) => order > 0)),
  ];
}

function checkResources(resources: Resources, limit: Limit): string[] {
  const { requests = {}, limits = {} } = resources;
  const amountsOf = (name: string) => ({ request: requests[name], limit: limits[name] });
  return [
    ...entries(limit.min).flatMap(([name, bound]) => {
      const text = `minimum ${name} usage per ${limit.type} is ${canonicalQuantity(bound)}`;
      return bounded(text, ["request", "limit"], amountsOf(name), (amount) => compare(amount, bound) < 0);
    }),
    ...entries(limit.max).flatMap(([name, bound]) => {
      const text = `maximum ${name} usage per ${limit.type} is ${canonicalQuantity(bound)}`;
      return bounded(text, ["limit", "request"], amountsOf(name), (amount) => compare(amount, bound) > 0);
    }),
    ...entries(limit.maxLimitRequestRatio).flatMap(([name, bound]) =>
      checkRatio(
        `${name} max limit to request ratio per ${limit.type} is ${canonicalQuantity(bound)}`,
        bound,
        amountsOf(name),
      ),
    ),
  ];
}

/** Errors of two amounts: the first must be given, and neither may be outside the bound. */
function bounded(
  text: string,
  [first, second]: readonly ["request" | "limit", "request" | "limit"],
  amounts: { readonly request?: string; readonly limit?: string },
  isOutside: (amount: string) => boolean,
): string[] {
  const [given, other] = [amounts[first], amounts[second]];
  if (given === undefined) return [`${text}.  No ${first} is specified`];
  if (isOutside(given)) return [`${text}, but ${first} is ${canonicalQuantity(given)}`];
  if (other !== undefined && isOutside(other)) return [`${text}, but ${second} is ${canonicalQuantity(other)}`];
  return [];
}

const milli = (amount: string | undefined): number =>
  amount === undefined ? 0 : Number(quantityMilliValue(parseQuantity(amount)));

function checkRatio(text: string, bound: string, amounts: { request?: string; limit?: string }): string[] {
  const [request, limit] = [milli(amounts.request), milli(amounts.limit)];
  if (request === 0) return [`${text}, but no request is specified or request is 0`];
  if (limit === 0) return [`${text}, but no limit is specified or limit is 0`];
  const ratio = limit / request;
  return ratio * 1000 > milli(bound) ? [`${text}, but provided ratio is ${ratio.toFixed(6)}`] : [];
}

/**
 * The total need of a pod: the sum of its long-running containers (main ones and restartable init containers), or the
 * highest need during its start, if that is more. An init container runs alongside the restartable ones before it.
 */
export function podResources(containers: readonly Container[], initContainers: readonly Container[]): Resources {
  const total = (part: "requests" | "limits"): Record<string, string> => {
    // The need of the long-running containers: first of those alongside init containers, in the end of all together.
    const running = new Map<string, Quantity>();
    const starting = new Map<string, Quantity>();
    const add = (name: string, amount: string): Quantity => {
      const known = running.get(name);
      return known === undefined ? parseQuantity(amount) : addQuantity(known, parseQuantity(amount));
    };
    const raise = (most: Map<string, Quantity>, name: string, needed: Quantity): void => {
      const known = most.get(name);
      if (known === undefined || compareQuantity(known, needed) < 0) most.set(name, needed);
    };
    for (const { resources, restartPolicy } of initContainers) {
      for (const [name, amount] of entries(resources?.[part])) {
        const needed = add(name, amount);
        // For amounts that this container does not name, the highest sum so far stays.
        raise(starting, name, needed);
        if (restartPolicy === "Always") running.set(name, needed);
      }
    }
    for (const { resources } of containers) {
      for (const [name, amount] of entries(resources?.[part])) running.set(name, add(name, amount));
    }
    for (const [name, needed] of starting) raise(running, name, needed);
    const result: Record<string, string> = {};
    for (const [name, quantity] of running) result[name] = formatQuantity(quantity);
    return result;
  };
  return { requests: total("requests"), limits: total("limits") };
}

/** Sums by resource name. */
export function addAmounts(a: Amounts, b: Amounts): Record<string, string> {
  const result = { ...a };
  for (const [name, amount] of entries(b)) {
    const known = result[name];
    result[name] =
      known === undefined ? amount : formatQuantity(addQuantity(parseQuantity(known), parseQuantity(amount)));
  }
  return result;
}
