import type { ApiObject } from "../../../../../shared/object.ts";
import { specStatusStrategy, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { asService } from "../views.ts";
import { letGoOfAddresses, reserveAddresses } from "./serviceAllocation.ts";
import { dropTypeDependentFields } from "./serviceFields.ts";
import { validateServiceStatus } from "./serviceStatusValidation.ts";
import { serviceUpdateErrors } from "./serviceUpdate.ts";
import { type ServiceRules, serviceErrors } from "./serviceValidation.ts";
import { serviceWarnings } from "./serviceWarnings.ts";

const rulesOf = ({ vocabulary }: WriteContext, object: ApiObject): ServiceRules => ({
  vocabulary,
  annotations: object.metadata.annotations ?? {},
});

const warnings: NonNullable<Strategy["warningsOnCreate"]> = ({ vocabulary }, object) =>
  serviceWarnings(object.metadata, asService(object).spec ?? {}, vocabulary);

const own: Strategy = {
  metadataOnUpdate: ["change", "whole"],
  nameFormat: "label1035",
  returnsDeletedObject: true,
  companion: { group: "", version: "v1", kind: "Endpoints" },
  allowCreateOnUpdate: true,
  prepareForUpdate(_context, object, old) {
    const spec = asService(object).spec;
    const before = asService(old).spec;
    if (spec === undefined || before === undefined) return;
    dropTypeDependentFields(spec, before);
    // Only load balancers report.
    if (before.type === "LoadBalancer" && spec.type !== "LoadBalancer") object["status"] = { loadBalancer: {} };
  },
  validating(context, object, old) {
    const spec = asService(object).spec ?? {};
    const rules = rulesOf(context, object);
    return old === undefined ? serviceErrors(spec, rules) : serviceUpdateErrors(spec, asService(old).spec ?? {}, rules);
  },
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  reserve: reserveAddresses,
  letGo: letGoOfAddresses,
};

/** Services take cluster IPs and node ports when they are stored and give them back when they go. */
export const serviceStrategy = specStatusStrategy(own, {
  emptyStatus: { loadBalancer: {} },
  tracksGeneration: false,
});

/** What the load balancer gave. */
export const serviceStatusStrategy = statusStrategy(serviceStrategy, {
  validate: (_context, object) => validateServiceStatus(asService(object)),
});
