import type { ApiObject, GroupResource } from "../../shared/object.ts";
import { compareQuantity, parseQuantity, type Quantity } from "../../shared/quantity.ts";
import type { ObjectReader } from "../cache/reader.ts";
import type { AdmissionDependencies } from "./dependencies.ts";
import type { AdmissionPlugin, AdmissionRequest } from "./plugin.ts";
import { podSpec } from "./podSpec.ts";
import { addUsage, type Usage, usageOf, usageText } from "./quotaUsage.ts";
import { refusal } from "./requests.ts";

interface QuotaSpec {
  hard?: Record<string, string>;
  scopes?: string[];
  scopeSelector?: unknown;
}

const ZERO = parseQuantity("0");
/** What every container must state once a quota is about it. */
const STATED = ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];

/**
 * Refuses what would use more than a quota of the namespace grants. Usage is counted from the stored objects at the moment of
 * the write. Quotas limited to scopes are not looked at.
 */
export function resourceQuota({ reader }: Pick<AdmissionDependencies, "reader">): AdmissionPlugin {
  return {
    name: "ResourceQuota",
    handles: (request) =>
      request.namespace !== "" &&
      request.subresource === "" &&
      (request.operation === "CREATE" || (request.operation === "UPDATE" && growsOnUpdate(request.resource))),
    validate(request) {
      if (request.object === undefined) return;
      for (const quota of reader.list({ group: "", resource: "resourcequotas" }, request.namespace)) {
        const { hard = {}, scopes = [], scopeSelector } = (quota["spec"] ?? {}) as QuotaSpec;
        if (scopes.length === 0 && scopeSelector === undefined) check(reader, request, request.object, quota, hard);
      }
    },
  };
}

/** Updates of most kinds cannot change what is used. */
const growsOnUpdate = ({ group, resource }: GroupResource): boolean =>
  group === "" && (resource === "services" || resource === "persistentvolumeclaims");

function check(
  reader: ObjectReader,
  request: AdmissionRequest,
  object: ApiObject,
  quota: ApiObject,
  hard: Record<string, string>,
): void {
  const quotaName = quota.metadata.name ?? "";
  if (request.resource.group === "" && request.resource.resource === "pods") {
    checkStated(request, object, quotaName, Object.keys(hard));
  }
  const asked = usageOf(request.resource, object);
  const names = Object.keys(hard).filter((name) => asked.has(name));
  if (names.length === 0) return;
  const used = usedInNamespace(reader, request);
  const amount =
    (usage: Usage) =>
    (name: string): Quantity =>
      usage.get(name) ?? ZERO;
  const limit = (name: string): Quantity => parseQuantity(hard[name] ?? "0");
  const total = addUsage(used, asked);
  const before =
    request.oldObject === undefined ? new Map<string, Quantity>() : usageOf(request.resource, request.oldObject);
  const exceeded = names.filter(
    (name) =>
      compareQuantity(amount(total)(name), limit(name)) > 0 &&
      compareQuantity(amount(asked)(name), amount(before)(name)) > 0,
  );
  if (exceeded.length === 0) return;
  const text = (amountOf: (name: string) => Quantity): string => usageText(exceeded, amountOf);
  throw refusal(
    request,
    `exceeded quota: ${quotaName}, requested: ${text(amount(asked))}, used: ${text(amount(used))}, limited: ${text(limit)}`,
  );
}

/** The usage of all stored objects of the request's resource, without the one that is being changed. */
function usedInNamespace(reader: ObjectReader, { resource, namespace, oldObject }: AdmissionRequest): Usage {
  let used: Usage = new Map();
  for (const stored of reader.list(resource, namespace)) {
    if (stored.metadata.name !== oldObject?.metadata.name) used = addUsage(used, usageOf(resource, stored));
  }
  return used;
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
