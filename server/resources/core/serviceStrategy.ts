import type { Strategy } from "../../registry/strategy.ts";
import { asService } from "./narrow.ts";
import { releaseAll, reserveAddresses } from "./serviceAllocation.ts";
import { dropTypeDependentFields, fillFamilies, keepAllocatedValues, normalizeClusterIPs } from "./serviceFields.ts";
import { validateServiceUpdate } from "./serviceUpdate.ts";
import { validateService } from "./serviceValidation.ts";
import { keepField, statusStrategy } from "./statusStrategy.ts";

/** Services take cluster IPs and node ports when they are stored and give them back when they go. */
export const serviceStrategy: Strategy = {
  nameFormat: "label1035",
  returnsDeletedObject: true,
  prepareForCreate(context, object) {
    object["status"] = { loadBalancer: {} };
    const spec = asService(object).spec;
    if (spec === undefined) return;
    normalizeClusterIPs(spec, undefined);
    fillFamilies(spec, context.allocators.clusterIPs);
  },
  prepareForUpdate(context, object, old) {
    keepField(object, old, "status");
    const spec = asService(object).spec;
    const before = asService(old).spec;
    if (spec === undefined || before === undefined) return;
    keepAllocatedValues(spec, before);
    normalizeClusterIPs(spec, before);
    dropTypeDependentFields(spec, before);
    fillFamilies(spec, context.allocators.clusterIPs, before);
  },
  validate: (_context, object) => validateService(asService(object).spec ?? {}),
  validateUpdate: (_context, object, old) =>
    validateServiceUpdate(asService(object).spec ?? {}, asService(old).spec ?? {}),
  reserve: reserveAddresses,
  afterDelete: (context, object) => releaseAll(context.allocators, asService(object).spec),
  resetFields: [["status"]],
};

export const serviceStatusStrategy: Strategy = statusStrategy();
