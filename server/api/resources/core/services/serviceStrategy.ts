import type { ApiObject } from "../../../../../shared/object.ts";
import { type Features, isOn } from "../../../registry/features.ts";
import { NO_METADATA_ERRORS } from "../../../registry/metadata/objectMeta.ts";
import { specStatusStrategy, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { asService } from "../views.ts";
import { releaseUnused, reserveAddresses } from "./serviceAllocation.ts";
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

/** Drops `trafficDistribution` while its feature is off, unless the stored service already has it. */
function dropDistribution(features: Features | undefined, object: ApiObject, old?: ApiObject): void {
  const spec = asService(object).spec as { trafficDistribution?: string } | undefined;
  const before = old && (asService(old).spec as { trafficDistribution?: string } | undefined);
  if (spec?.trafficDistribution === undefined || before?.trafficDistribution !== undefined) return;
  if (!isOn(features, "ServiceTrafficDistribution")) delete spec.trafficDistribution;
}

const own: Strategy = {
  metadataOnUpdate: "woven",
  nameFormat: "label1035",
  returnsDeletedObject: true,
  companion: { group: "", version: "v1", kind: "Endpoints" },
  allowCreateOnUpdate: true,
  prepareForCreate: ({ features }, object) => dropDistribution(features, object),
  prepareForUpdate({ features }, object, old) {
    dropDistribution(features, object, old);
    const spec = asService(object).spec;
    const before = asService(old).spec;
    if (spec === undefined || before === undefined) return;
    dropTypeDependentFields(spec, before);
    // Only load balancers have addresses in their status. Conditions stay, whatever the type.
    if (spec.type === "LoadBalancer") return;
    object["status"] = { ...(object["status"] as object | undefined), loadBalancer: {} };
  },
  validating(context, object, old, looks = NO_METADATA_ERRORS) {
    const spec = asService(object).spec ?? {};
    const rules = rulesOf(context, object);
    if (old === undefined) return serviceErrors(spec, rules);
    return serviceUpdateErrors(spec, asService(old).spec ?? {}, rules, looks);
  },
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  reserve: reserveAddresses,
  releaseUnused: releaseUnused,
};

/**
 * Rules of services. They take cluster IPs and node ports when they are stored, and free them when they are removed.
 */
export const serviceStrategy = specStatusStrategy(own, {
  emptyStatus: { loadBalancer: {} },
  tracksGeneration: false,
});

/** Rules of the status: the ingress points of the load balancer. */
export const serviceStatusStrategy = statusStrategy(serviceStrategy, {
  validate: (_context, object) => validateServiceStatus(asService(object)),
});
