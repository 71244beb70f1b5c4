import type { ApiObject } from "../../../../shared/object.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { isAged } from "../../../ground/timing/isAged.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { chargeQuotas } from "./chargeQuotas.ts";
import { readLimitedResources } from "./limitedResources.ts";
import { quotaLedger } from "./quotaLedger.ts";
import { isOutsideQuotas } from "./quotaNames.ts";
import { isTerminating } from "./quotaScopes.ts";

const QUOTAS = { group: "", resource: "resourcequotas" };

/** Milliseconds for which the result is used that a namespace has no quotas; changes are followed in any case. */
const NO_QUOTA_TTL = 30_000;

/** Maximum number of namespaces for which such a result is remembered. */
const MAX_CHECKED = 1000;

/**
 * Refuses requests that would exceed a quota of the namespace, according to the quota's status, and adds the request's
 * usage to the status before admitting it. A quota without a status limits nothing: the controller writes the first
 * one. The configuration lists what may not be used without a quota.
 * @throws Error for an invalid configuration
 */
export function resourceQuota({
  reader,
  vocabulary,
  client,
  quotaUsage,
  now,
  configurations,
}: Pick<
  AdmissionDependencies,
  "reader" | "vocabulary" | "client" | "quotaUsage" | "now" | "configurations"
>): AdmissionPlugin {
  const limited = readLimitedResources(configurations?.get("ResourceQuota"), vocabulary);
  const charge = quotaLedger({
    async quotas(namespace) {
      const found: ApiObject[] = [];
      await inTurns(reader.eachInSteps(QUOTAS, namespace, (quota) => found.push(quota)));
      return found;
    },
    write({ apiVersion, kind, ...quota }) {
      const { namespace, name } = quota.metadata;
      const ref = { ...QUOTAS, version: "v1", namespace, name, subresource: "status" };
      return client().update(ref, { apiVersion: "v1", kind: "ResourceQuota", ...quota });
    },
  });
  /** When a namespace was last found to have no quota; earliest first. */
  const checkedAt = new Map<string, number>();
  /** The cache may lag behind writes of another server; when it has no quota, waits until the cache is fresh. */
  const hasQuota = async (namespace: string): Promise<boolean> => {
    const isKnown = (): boolean => reader.hasAny(QUOTAS, namespace);
    if (isKnown()) return true;
    if (!isAged(checkedAt.get(namespace) ?? Number.NEGATIVE_INFINITY, NO_QUOTA_TTL, now())) return false;
    await reader.fresh();
    checkedAt.delete(namespace);
    checkedAt.set(namespace, now());
    for (const [earliest] of checkedAt) {
      if (checkedAt.size <= MAX_CHECKED) break;
      checkedAt.delete(earliest);
    }
    return isKnown();
  };
  return {
    name: "ResourceQuota",
    handles: (request) =>
      request.namespace !== "" &&
      !isAbout(request, "namespaces") &&
      ((request.operation === "CREATE" && request.subresource === "") ||
        (request.operation === "UPDATE" && canGrow(request))),
    async validate(request) {
      const { object, resource, namespace, dryRun } = request;
      if (object === undefined || isOutsideQuotas(resource, vocabulary)) return;
      // Without a quota, only limited resources need to be checked.
      if (!(await hasQuota(namespace)) && limited.length === 0) return;
      await charge(namespace, {
        dryRun,
        apply: (quotas) => chargeQuotas(quotas, request, object, vocabulary, limited),
        // A count that starts before the object is stored must include it.
        charged: () => request.operation === "CREATE" && quotaUsage.reserve(resource, namespace, object),
      });
    },
  };
}

/** Whether an update may increase usage. For most kinds none can; for pods only a change of scope or a resize. */
function canGrow(request: AdmissionRequest): boolean {
  if (isAbout(request, "pods", "", "resize")) return true;
  if (isAbout(request, "services") || isAbout(request, "persistentvolumeclaims")) return true;
  const { object, oldObject } = request;
  if (!isAbout(request, "pods") || object === undefined || oldObject === undefined) return false;
  return isTerminating(object) !== isTerminating(oldObject);
}
