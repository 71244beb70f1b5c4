import type { ApiObject } from "../../../../shared/object.ts";
import { addQuantity, compareQuantity, parseQuantity, type Quantity } from "../../../../shared/quantity.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { podSpec } from "../builtIn/podSpec.ts";
import { isAbout, refusal } from "../requests.ts";
import { checkCovered, type LimitedResource, limitsOf } from "./limitedResources.ts";
import { resourceOfAmount } from "./quotaNames.ts";
import { inScope, matchingScopes, scopesOf } from "./quotaScopes.ts";
import { quotaStatus, readAmounts, writeAmounts } from "./quotaStatus.ts";
import { addUsage, subtractUsage, type Usage, usageOf, usageText } from "./quotaUsage.ts";

const ZERO = parseQuantity("0");
/** What every container must state once a quota is about it. */
const STATED = ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];

/**
 * The quotas that a request uses something of, with their new `status.used`. What counts is `status.hard`: a quota
 * whose status is not written yet limits nothing.
 *
 * @param limited what needs a quota that covers it
 * @throws ApiError 403 when a quota would be exceeded, what is used of it is unknown, or the object leaves open what it
 * needs; and as {@link checkCovered}
 */
export function chargeQuotas(
  quotas: readonly ApiObject[],
  request: AdmissionRequest,
  object: ApiObject,
  vocabulary: Vocabulary,
  limited: readonly LimitedResource[] = [],
): ApiObject[] {
  const { resource, oldObject } = request;
  const concerned = quotas.flatMap((quota) => {
    const { hard, used } = quotaStatus(quota);
    const names = Object.keys(hard).filter((name) => {
      const user = resourceOfAmount(name, vocabulary);
      return user?.resource === resource.resource && user.group === resource.group;
    });
    if (names.length === 0 || !inScope(scopesOf(quota), resource, object)) return [];
    const name = quota.metadata.name ?? "";
    if (isAbout(request, "pods")) checkStated(request, object, name, names);
    if (names.some((each) => used[each] === undefined)) {
      throw refusal(request, `status unknown for quota: ${name}, resources: ${names.sort().join(",")}`);
    }
    return [{ quota, names }];
  });
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
    const covered = new Set(concerned.flatMap(({ names }) => names));
    const scopes = quotas.flatMap((quota) => matchingScopes(scopesOf(quota), resource, object));
    checkCovered(limitsOf(limited, resource, object, whole), request, covered, scopes);
  }
  return charges.flatMap(({ quota, names, asked }) => {
    const wanted: Usage = new Map([...asked].filter(([name, { digits }]) => names.includes(name) && digits > 0n));
    return wanted.size === 0 ? [] : [chargeQuota(quota, request, wanted)];
  });
}

const isAnything = (usage: Usage): boolean => [...usage.values()].some(({ digits }) => digits > 0n);

const isBelowZero = (amount: Quantity = ZERO): boolean => amount.digits < 0n;

/** @throws ApiError 403 */
function chargeQuota(quota: ApiObject, request: AdmissionRequest, asked: Usage): ApiObject {
  const status = quotaStatus(quota);
  const [hard, used] = [readAmounts(status.hard), readAmounts(status.used)];
  const of =
    (usage: Usage) =>
    (name: string): Quantity =>
      usage.get(name) ?? ZERO;
  const exceeded = [...asked].flatMap(([name, amount]) =>
    compareQuantity(addQuantity(of(used)(name), amount), of(hard)(name)) > 0 ? [name] : [],
  );
  if (exceeded.length > 0) {
    const text = (usage: Usage): string => usageText(exceeded, of(usage));
    throw refusal(
      request,
      `exceeded quota: ${quota.metadata.name}, requested: ${text(asked)}, used: ${text(used)}, limited: ${text(hard)}`,
    );
  }
  return { ...quota, status: { ...status, used: writeAmounts(addUsage(used, asked)) } };
}

/** Containers must state an amount that a quota counts, or it could not be counted. */
function checkStated(request: AdmissionRequest, pod: ApiObject, quotaName: string, names: readonly string[]): void {
  const spec = podSpec({ ...pod });
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const missing = STATED.filter((name) => names.includes(name)).flatMap((name) => {
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
