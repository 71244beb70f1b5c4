import type { ServiceSpec } from "kubernetes-types/core/v1";
import { type FieldError, forbidden, invalid } from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { invalidText, textList } from "../../../../ground/formats/goText.ts";
import { isHeadless, needsClusterIP, needsHealthCheckPort } from "./serviceFields.ts";
import { type ServiceRules, serviceErrors, validateLoadBalancerClass } from "./serviceValidation.ts";

const FIXED = "may not change once set";

/** Field errors of a changed service: addresses stay while the type needs them, then the rules of a new one. */
export function* serviceUpdateErrors(spec: ServiceSpec, old: ServiceSpec, rules: ServiceRules): Steps<FieldError[]> {
  return [
    ...validateClusterIPsKept(spec, old),
    ...validateFamilyKept(spec, old),
    ...validateClassKept(spec, old),
    ...validateLoadBalancerClass(spec),
    ...validateHealthPortKept(spec, old),
    ...(yield* serviceErrors(spec, rules)),
  ];
}

function validateHealthPortKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  const kept = (spec.healthCheckNodePort ?? 0) === (old.healthCheckNodePort ?? 0);
  return needsHealthCheckPort(spec) && needsHealthCheckPort(old) && !kept
    ? [forbidden("spec.healthCheckNodePort", "field is immutable")]
    : [];
}

function validateClusterIPsKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (!needsClusterIP(spec) || !needsClusterIP(old)) return [];
  const ips = spec.clusterIPs ?? [];
  const before = old.clusterIPs ?? [];
  const shown = textList(spec.clusterIPs);
  const [primary] = before;
  if (primary !== undefined && ips.length === 0) {
    return [invalidText("spec.clusterIPs[0]", shown, "primary clusterIP can not be unset")];
  }
  return before.flatMap((ip, i) =>
    ips[i] !== undefined && ips[i] !== ip ? [invalidText(`spec.clusterIPs[${i}]`, shown, FIXED)] : [],
  );
}

function validateFamilyKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (!needsClusterIP(spec) || !needsClusterIP(old) || isHeadless(spec) || isHeadless(old)) return [];
  const before = old.ipFamilies?.[0];
  return before !== undefined && spec.ipFamilies?.[0] !== undefined && spec.ipFamilies[0] !== before
    ? [invalidText("spec.ipFamilies[0]", textList(spec.ipFamilies, "core.IPFamily"), FIXED)]
    : [];
}

/** A load balancer's class decides who serves it; it stays for as long as the service is one. */
function validateClassKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  return spec.type === "LoadBalancer" &&
    old.type === "LoadBalancer" &&
    (spec.loadBalancerClass ?? "") !== (old.loadBalancerClass ?? "")
    ? [invalid("spec.loadBalancerClass", spec.loadBalancerClass, FIXED)]
    : [];
}
