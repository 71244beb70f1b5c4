import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { chargeQuotas } from "./chargeQuotas.ts";
import { quotaLedger } from "./quotaLedger.ts";
import { isOutsideQuotas } from "./quotaNames.ts";
import { isTerminating } from "./quotaScopes.ts";

const QUOTAS = { group: "", resource: "resourcequotas" };

/**
 * Refuses what would use more than a quota of the namespace grants, going by the status of the quota, and writes there what
 * the request uses before it is let through. A quota without a status bounds nothing: a controller writes the first one.
 */
export function resourceQuota({
  reader,
  vocabulary,
  client,
  quotaUsage,
}: Pick<AdmissionDependencies, "reader" | "vocabulary" | "client" | "quotaUsage">): AdmissionPlugin {
  const charge = quotaLedger({
    quotas: (namespace) => reader.list(QUOTAS, namespace),
    write({ apiVersion, kind, ...quota }) {
      const { namespace, name } = quota.metadata;
      const ref = { ...QUOTAS, version: "v1", namespace, name, subresource: "status" };
      return client().update(ref, { apiVersion: "v1", kind: "ResourceQuota", ...quota });
    },
  });
  return {
    name: "ResourceQuota",
    handles: (request) =>
      request.namespace !== "" &&
      request.subresource === "" &&
      !isAbout(request, "namespaces") &&
      (request.operation === "CREATE" || (request.operation === "UPDATE" && canGrow(request))),
    async validate(request) {
      const { object, resource, namespace, dryRun } = request;
      if (object === undefined || isOutsideQuotas(resource, vocabulary)) return;
      const [some] = reader.list(QUOTAS, namespace);
      if (some === undefined) return;
      await charge(namespace, {
        dryRun,
        apply: (quotas) => chargeQuotas(quotas, request, object, vocabulary),
        // Who counts before the object is stored must not miss it.
        charged: () => request.operation === "CREATE" && quotaUsage.reserve(resource, namespace, object),
      });
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
