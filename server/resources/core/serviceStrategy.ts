import type { Strategy } from "../../registry/strategy.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { releaseAll, reserveAddresses } from "./serviceAllocation.ts";
import { dropTypeDependentFields, fillFamilies, keepAllocatedValues, normalizeClusterIPs } from "./serviceFields.ts";
import { validateServiceUpdate } from "./serviceUpdate.ts";
import { validateService } from "./serviceValidation.ts";
import { asService } from "./views.ts";

const own: Strategy = {
  nameFormat: "label1035",
  returnsDeletedObject: true,
  prepareForCreate(context, object) {
    const spec = asService(object).spec;
    if (spec === undefined) return;
    normalizeClusterIPs(spec, undefined);
    fillFamilies(spec, context.allocators.clusterIPs);
  },
  prepareForUpdate(context, object, old) {
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
};

/** Services take cluster IPs and node ports when they are stored and give them back when they go. */
export const serviceStrategy = specStatusStrategy(own, {
  emptyStatus: { loadBalancer: {} },
  tracksGeneration: false,
});

/** What the load balancer gave. */
export const serviceStatusStrategy = statusStrategy(serviceStrategy);
