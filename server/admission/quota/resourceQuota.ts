import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import { addQuantity, compareQuantity, parseQuantity, type Quantity } from "../../../shared/quantity.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../plugin.ts";
import { podSpec } from "../podSpec.ts";
import { isAbout, refusal } from "../requests.ts";
import { inScope, isTerminating, scopesOf } from "./quotaScopes.ts";
import { subtractUsage, type Usage, usageOf, usageText } from "./quotaUsage.ts";
import { followUsage, type UsageIndex } from "./usageIndex.ts";

const ZERO = parseQuantity("0");
/** What every container must state once a quota is about it. */
const STATED = ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];

/**
 * Refuses what would use more than a quota of the namespace grants. Usage is that of the stored objects at the moment of the
 * write, and of those that were let in at the same time; no controller has to count them before.
 */
export function resourceQuota({
  reader,
  vocabulary,
  now,
}: Pick<AdmissionDependencies, "reader" | "vocabulary" | "now">): AdmissionPlugin {
  const usage = (resource: GroupResource, object: ApiObject): Usage => usageOf(resource, object, vocabulary);
  const index = followUsage(reader, usage, now);
  return {
    name: "ResourceQuota",
    handles: (request) =>
      request.namespace !== "" &&
      request.subresource === "" &&
      !isAbout(request, "namespaces") &&
      (request.operation === "CREATE" || (request.operation === "UPDATE" && canGrow(request))),
    validate(request) {
      const { object, resource, namespace } = request;
      if (object === undefined) return;
      let isCounted = false;
      for (const quota of reader.list({ group: "", resource: "resourcequotas" }, namespace)) {
        if (check(index, usage, request, object, quota)) isCounted = true;
      }
      if (isCounted && request.operation === "CREATE" && !request.dryRun) index.reserve(resource, namespace, object);
    },
  };
}

/** Updates of most kinds cannot change what is used; those of pods only from one scope to the other. */
function canGrow(request: AdmissionRequest): boolean {
  if (isAbout(request, "services") || isAbout(request, "persistentvolumeclaims")) return true;
  const { object, oldObject } = request;
  if (!isAbout(request, "pods") || object === undefined || oldObject === undefined) return false;
  return isTerminating(object) !== isTerminating(oldObject);
}

/** @returns whether the quota counts the object @throws ApiError 403 */
function check(
  index: UsageIndex,
  usage: (resource: GroupResource, object: ApiObject) => Usage,
  request: AdmissionRequest,
  object: ApiObject,
  quota: ApiObject,
): boolean {
  const { resource, namespace, oldObject } = request;
  const { hard = {} } = (quota["spec"] ?? {}) as { hard?: Record<string, string> };
  const scopes = scopesOf(quota);
  if (!inScope(scopes, resource, object)) return false;
  const quotaName = quota.metadata.name ?? "";
  if (isAbout(request, "pods")) checkStated(request, object, quotaName, Object.keys(hard));
  const whole = usage(resource, object);
  const before =
    oldObject !== undefined && inScope(scopes, resource, oldObject) ? usage(resource, oldObject) : undefined;
  const asked = before === undefined ? whole : subtractUsage(whole, before);
  const names = Object.keys(hard).filter((name) => (asked.get(name)?.digits ?? 0n) > 0n);
  if (names.length === 0) return false;
  const used = index.used(resource, namespace, scopes);
  const amount =
    (amounts: Usage) =>
    (name: string): Quantity =>
      amounts.get(name) ?? ZERO;
  const limit = (name: string): Quantity => parseQuantity(hard[name] ?? "0");
  const exceeded = names.filter(
    (name) => compareQuantity(addQuantity(amount(used)(name), amount(asked)(name)), limit(name)) > 0,
  );
  if (exceeded.length === 0) return true;
  const text = (amountOf: (name: string) => Quantity): string => usageText(exceeded, amountOf);
  throw refusal(
    request,
    `exceeded quota: ${quotaName}, requested: ${text(amount(asked))}, used: ${text(amount(used))}, limited: ${text(limit)}`,
  );
}

/** Containers must say what they need when a quota counts it, or it could not be counted. */
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
