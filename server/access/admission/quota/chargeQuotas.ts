import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import {
  addQuantity,
  compareQuantity,
  formatQuantity,
  parseQuantity,
  type Quantity,
} from "../../../../shared/quantity.ts";
import { isTurnDue, isTurnOver, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { podSpec } from "../builtIn/podSpec.ts";
import { isAbout, refusal } from "../requests.ts";
import { checkCovered, type LimitedResource, limitsOf } from "./limitedResources.ts";
import { resourceOfAmount } from "./quotaNames.ts";
import { inScope, matchingScopes, scopesOf } from "./quotaScopes.ts";
import { type Amounts, quotaStatus } from "./quotaStatus.ts";
import { subtractUsage, type Usage, usageOf, usageText } from "./quotaUsage.ts";

const ZERO = parseQuantity("0");
/** Amounts that every container must set when a quota limits them. */
const COMPUTE_RESOURCES = ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];

/**
 * The quotas that a request consumes something of, with their new `status.used`. Enforces `status.hard`: a quota whose
 * status is not written yet limits nothing.
 *
 * @param limited resources that need a quota that covers them
 * @throws ApiError 403 when a quota would be exceeded, its usage is unknown, or the object does not set a required
 *   amount; and as {@link checkCovered}
 */
export function* chargeQuotas(
  quotas: readonly ApiObject[],
  request: AdmissionRequest,
  object: ApiObject,
  vocabulary: Vocabulary,
  limited: readonly LimitedResource[] = [],
): Steps<ApiObject[]> {
  const { resource, oldObject } = request;
  const concerned = yield* concernedQuotas(quotas, request, object, vocabulary);
  if (concerned.length === 0 && limited.length === 0) return [];

  const whole = usageOf(resource, object, vocabulary);
  const negative = [...whole.keys()].filter((name) => isBelowZero(whole.get(name))).sort();
  if (negative.length > 0) {
    throw refusal(request, `quota usage is negative for resource(s): ${negative.join(",")}`);
  }
  const before = oldObject === undefined ? undefined : usageOf(resource, oldObject, vocabulary);
  const added = before === undefined ? whole : subtractUsage(whole, before);
  const charges = concerned.map(({ quota, names }) => {
    const isKnown = oldObject !== undefined && inScope(scopesOf(quota), resource, oldObject);
    return { quota, names, asked: isKnown ? added : whole };
  });
  const uses = charges.length > 0 ? charges.some(({ asked }) => isAnything(asked)) : isAnything(added);
  if (limited.length > 0 && uses) {
    const covered = { has: (name: string): boolean => concerned.some(({ names }) => names.has(name)) };
    const scopes = quotas.flatMap((quota) => matchingScopes(scopesOf(quota), resource, object));
    checkCovered(limitsOf(limited, resource, object, whole), request, covered, scopes);
  }
  const charged: ApiObject[] = [];
  for (const { quota, names, asked } of charges) {
    if (isTurnOver()) yield;
    const wanted: Usage = new Map([...asked].filter(([name, { digits }]) => names.has(name) && digits > 0n));
    if (wanted.size > 0) charged.push(chargeQuota(quota, request, wanted));
  }
  return charged;
}

/** A quota, and the names of its amounts that a request might consume. */
interface Concerned {
  readonly quota: ApiObject;
  readonly names: ReadonlySet<string>;
}

/** @throws ApiError 403 when a container does not set a required amount, or the usage is unknown */
function* concernedQuotas(
  quotas: readonly ApiObject[],
  request: AdmissionRequest,
  object: ApiObject,
  vocabulary: Vocabulary,
): Steps<Concerned[]> {
  const { resource } = request;
  const concerned: Concerned[] = [];
  for (const quota of quotas) {
    const { hard, used } = quotaStatus(quota);
    const names = (yield* namesByUser(hard, vocabulary)).get(userKey(resource));
    if (names === undefined || !inScope(scopesOf(quota), resource, object)) continue;
    const name = quota.metadata.name ?? "";
    if (isAbout(request, "pods") || isAbout(request, "pods", "", "resize")) checkStated(request, object, name, names);
    for (const each of names) {
      if (isTurnDue()) yield;
      if (used[each] !== undefined) continue;
      throw refusal(request, `status unknown for quota: ${name}, resources: ${[...names].sort().join(",")}`);
    }
    concerned.push({ quota, names });
  }
  return concerned;
}

const userKey = ({ group, resource }: GroupResource): string => `${resource}.${group}`;

/** Names of a quota's amounts by the resource that consumes them; cached, because many requests need the same. */
const known = new WeakMap<Amounts, ReadonlyMap<string, ReadonlySet<string>>>();

function* namesByUser(hard: Amounts, vocabulary: Vocabulary): Steps<ReadonlyMap<string, ReadonlySet<string>>> {
  const before = known.get(hard);
  if (before !== undefined) return before;
  const names = new Map<string, Set<string>>();
  for (const name of Object.keys(hard)) {
    if (isTurnDue()) yield;
    const user = resourceOfAmount(name, vocabulary);
    if (user === undefined) continue;
    const key = userKey(user);
    const others = names.get(key);
    if (others === undefined) names.set(key, new Set([name]));
    else others.add(name);
  }
  known.set(hard, names);
  return names;
}

const isAnything = (usage: Usage): boolean => [...usage.values()].some(({ digits }) => digits > 0n);

const isBelowZero = (amount: Quantity = ZERO): boolean => amount.digits < 0n;

/** @throws ApiError 403 */
function chargeQuota(quota: ApiObject, request: AdmissionRequest, asked: Usage): ApiObject {
  const { hard, used } = quotaStatus(quota);
  const amountIn =
    (amounts: Amounts) =>
    (name: string): Quantity =>
      parseQuantity(amounts[name] ?? "0");
  const [hardOf, usedOf] = [amountIn(hard), amountIn(used)];
  const sums = [...asked].map(([name, amount]) => [name, addQuantity(usedOf(name), amount)] as const);
  const exceeded = sums.flatMap(([name, sum]) => (compareQuantity(sum, hardOf(name)) > 0 ? [name] : []));
  if (exceeded.length > 0) {
    const text = (amountOf: (name: string) => Quantity): string => usageText(exceeded, amountOf);
    const askedOf = (name: string): Quantity => asked.get(name) ?? ZERO;
    throw refusal(
      request,
      `exceeded quota: ${quota.metadata.name}, requested: ${text(askedOf)}, used: ${text(usedOf)}, limited: ${text(hardOf)}`,
    );
  }
  const changed = Object.fromEntries(sums.map(([name, sum]) => [name, formatQuantity(sum)]));
  return { ...quota, status: { ...(quota["status"] as object), used: { ...used, ...changed } } };
}

/** Containers must set the amounts that a quota limits, because they could not be counted otherwise. */
function checkStated(request: AdmissionRequest, pod: ApiObject, quotaName: string, names: ReadonlySet<string>): void {
  const spec = podSpec({ ...pod });
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const missing = COMPUTE_RESOURCES.filter((name) => names.has(name)).flatMap((name) => {
    const part = name.startsWith("limits.") ? "limits" : "requests";
    const kind = name.slice(name.indexOf(".") + 1);
    const silent = containers.filter((container) => container.resources?.[part]?.[kind] === undefined);
    return silent.length === 0
      ? []
      : [
          `${name} for: ${silent
            .map((container) => container.name)
            .sort()
            .join(",")}`,
        ];
  });
  if (missing.length > 0)
    throw refusal(request, `failed quota: ${quotaName}: must specify ${missing.sort().join("; ")}`);
}
