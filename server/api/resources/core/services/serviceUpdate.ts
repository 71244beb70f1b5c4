import type { ServiceSpec } from "kubernetes-types/core/v1";
import { type FieldError, forbidden, invalid } from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { invalidText, textList } from "../../../../ground/formats/wording/goText.ts";
import type { MetadataErrors } from "../../../registry/metadata/objectMeta.ts";
import { isHeadless, needsClusterIP, needsHealthCheckPort } from "./serviceFields.ts";
import { type ServiceRules, serviceErrors, validateLoadBalancerClass } from "./serviceValidation.ts";

const FIXED = "may not change once set";

/**
 * Field errors of a changed service: addresses must stay while the type needs them. Then the rules of a new service
 * apply.
 */
export function* serviceUpdateErrors(
  spec: ServiceSpec,
  old: ServiceSpec,
  rules: ServiceRules,
  { whole, change }: MetadataErrors,
): Steps<FieldError[]> {
  return [
    ...change,
    ...validateClusterIPsKept(spec, old),
    ...validateFamiliesKept(spec, old),
    ...validateClassKept(spec, old),
    ...validateLoadBalancerClass(spec),
    ...validateHealthPortKept(spec, old),
    ...whole,
    ...(yield* serviceErrors(spec, rules)),
  ];
}

function validateHealthPortKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  const kept = (spec.healthCheckNodePort ?? 0) === (old.healthCheckNodePort ?? 0);
  return needsHealthCheckPort(spec) && needsHealthCheckPort(old) && !kept
    ? [forbidden("spec.healthCheckNodePort", "field is immutable")]
    : [];
}

/** The second of two addresses may be added or removed, but removed only with the policy `SingleStack`. */
function validateClusterIPsKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (!needsClusterIP(spec) || !needsClusterIP(old) || (isHeadless(spec) && isHeadless(old))) return [];
  const ips = spec.clusterIPs ?? [];
  const before = old.clusterIPs ?? [];
  const shown = textList(spec.clusterIPs);
  const changed = (i: number): FieldError[] =>
    before[i] !== undefined && ips[i] !== undefined && ips[i] !== before[i]
      ? [invalidText(`spec.clusterIPs[${i}]`, shown, FIXED)]
      : [];
  if (ips.length === before.length) return before.flatMap((_, i) => changed(i));
  if (ips.length > before.length) return changed(0);
  const unset = invalidText("spec.clusterIPs[0]", shown, "primary clusterIP can not be unset");
  return ips.length === 0 ? [unset] : [...changed(0), ...releaseErrors(spec, "secondary clusterIP")];
}

function validateFamiliesKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (!needsClusterIP(spec) || !needsClusterIP(old) || isHeadless(spec) || isHeadless(old)) return [];
  const families = spec.ipFamilies ?? [];
  const before = old.ipFamilies ?? [];
  const path = "spec.ipFamilies[0]";
  const shown = textList(spec.ipFamilies, "core.IPFamily");
  if (families.length === before.length) {
    return before.flatMap((family, i) => (families[i] === family ? [] : [invalidText(path, shown, FIXED)]));
  }
  // The reference prints the addresses here.
  const differs = families.length > 0 && before.length > 0 && families[0] !== before[0];
  const changed = differs ? [invalidText(path, textList(spec.clusterIPs), FIXED)] : [];
  if (families.length > before.length) return changed;
  const isUnset = (spec.clusterIPs ?? []).length === 0;
  const unset = isUnset ? [invalidText(path, shown, "primary ipFamily can not be unset")] : [];
  return [...unset, ...changed, ...(families.length === 1 ? releaseErrors(spec, "secondary ipFamily") : [])];
}

const releaseErrors = ({ ipFamilyPolicy }: ServiceSpec, subject: string): FieldError[] =>
  ipFamilyPolicy === "SingleStack"
    ? []
    : [invalid("spec.ipFamilyPolicy", ipFamilyPolicy, `must be set to 'SingleStack' when releasing the ${subject}`)];

/** The class of a load balancer determines its controller. It is immutable while the service is a load balancer. */
function validateClassKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  return spec.type === "LoadBalancer" &&
    old.type === "LoadBalancer" &&
    (spec.loadBalancerClass ?? "") !== (old.loadBalancerClass ?? "")
    ? [invalid("spec.loadBalancerClass", spec.loadBalancerClass, FIXED)]
    : [];
}
