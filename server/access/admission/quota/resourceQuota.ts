import type { ApiObject } from "../../../../shared/object.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { chargeQuotas } from "./chargeQuotas.ts";
import { readLimitedResources } from "./limitedResources.ts";
import { quotaLedger } from "./quotaLedger.ts";
import { isOutsideQuotas } from "./quotaNames.ts";
import { isTerminating } from "./quotaScopes.ts";

const QUOTAS = { group: "", resource: "resourcequotas" };

/** How long a namespace counts as one without quotas once that was looked up, in milliseconds; changes are followed anyway. */
const LOOK_INTERVAL = 30_000;

/** The most namespaces without quotas of which the time of the last look-up is kept. */
const LOOKS = 1000;

/**
 * Refuses requests that would use more than a quota of the namespace grants, by the status of the quota, and writes
 * there what the request uses before it is admitted. A quota without a status limits nothing: the controller writes the
 * first one. The configuration tells what may not be used at all without a quota.
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
  /** When a namespace was last found to have no quota, the earliest first. */
  const looks = new Map<string, number>();
  /**
   * The cache may lag behind what another server of the store has written: where it has no quota, the store is asked.
   */
  const hasQuota = async (namespace: string): Promise<boolean> => {
    const isKnown = (): boolean => reader.hasAny(QUOTAS, namespace);
    if (isKnown()) return true;
    if (now() - (looks.get(namespace) ?? Number.NEGATIVE_INFINITY) < LOOK_INTERVAL) return false;
    await reader.fresh();
    looks.delete(namespace);
    looks.set(namespace, now());
    for (const [earliest] of looks) {
      if (looks.size <= LOOKS) break;
      looks.delete(earliest);
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
      // What is limited needs a quota; all else is free where there is none.
      if (!(await hasQuota(namespace)) && limited.length === 0) return;
      await charge(namespace, {
        dryRun,
        apply: (quotas) => chargeQuotas(quotas, request, object, vocabulary, limited),
        // A count that begins before the object is stored must not miss it.
        charged: () => request.operation === "CREATE" && quotaUsage.reserve(resource, namespace, object),
      });
    },
  };
}

/** Updates of most kinds cannot change what is used; those of pods only from one scope to the other, or by resizing. */
function canGrow(request: AdmissionRequest): boolean {
  if (isAbout(request, "pods", "", "resize")) return true;
  if (isAbout(request, "services") || isAbout(request, "persistentvolumeclaims")) return true;
  const { object, oldObject } = request;
  if (!isAbout(request, "pods") || object === undefined || oldObject === undefined) return false;
  return isTerminating(object) !== isTerminating(oldObject);
}
