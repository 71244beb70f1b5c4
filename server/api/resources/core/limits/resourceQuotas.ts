import { ageColumn, nameColumn, textColumn } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { specStatusStrategy, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import { asResourceQuota } from "../views.ts";
import { quotaErrors, quotaStatusErrors, scopeChangeErrors } from "./resourceQuotaValidation.ts";

/** `cpu: 1/4, pods: 2/10`, either for the limits or for all other resources. */
function usageText(object: Parameters<typeof asResourceQuota>[0], limits: boolean): string {
  const { hard = {}, used = {} } = asResourceQuota(object).status ?? {};
  return Object.keys(hard)
    .filter((name) => name.startsWith("limits.") === limits)
    .sort()
    .map((name) => `${name}: ${used[name] ?? "0"}/${hard[name] ?? "0"}`)
    .join(", ");
}

const strategy = specStatusStrategy(
  {
    returnsDeletedObject: true,
    *validating(_context, object, old) {
      const spec = asResourceQuota(object).spec ?? {};
      const errors = yield* quotaErrors(spec, "spec");
      if (old === undefined) return errors;
      return [...errors, ...(yield* scopeChangeErrors(spec, asResourceQuota(old).spec ?? {}))];
    },
  },
  { tracksGeneration: false },
);

/** Limits on the total resources of a namespace. */
export const resourceQuotas = defineResource({
  group: "",
  version: "v1",
  kind: "ResourceQuota",
  plural: "resourcequotas",
  singular: "resourcequota",
  scope: "Namespaced",
  definition: "api.core.v1.ResourceQuota",
  shortNames: ["quota"],
  strategy,
  columns: [
    nameColumn,
    ageColumn,
    textColumn("Request", "Request represents a minimum amount of cpu/memory that a container may consume.", (object) =>
      usageText(object, false),
    ),
    textColumn(
      "Limit",
      "Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.",
      (object) => usageText(object, true),
    ),
  ],
  subresources: [
    {
      name: "status",
      verbs: ["get", "patch", "update"],
      strategy: statusStrategy(strategy, {
        validating: (_context, object) => quotaStatusErrors(asResourceQuota(object).status ?? {}),
      }),
    },
  ],
});
