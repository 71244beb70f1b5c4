/** Rules of a service's cluster IPs and their families. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import { duplicate, type FieldError, invalid, notSupported } from "../../../shared/fieldError.ts";
import { IP_MESSAGE, parseAddress } from "../validation/addresses.ts";
import { invalidText, textList } from "../validation/goText.ts";
import { HEADLESS, isHeadless, needsClusterIP } from "./serviceFields.ts";

const FAMILIES = ["IPv4", "IPv6"];
const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];

/** Field errors of a service's addresses and their families. */
export function validateServiceAddresses(spec: ServiceSpec): FieldError[] {
  // The rules of ExternalName services say all there is to say about theirs.
  if (spec.type === "ExternalName") return [];
  const errors: FieldError[] = [];
  const families = spec.ipFamilies ?? [];
  const seen = new Set<string>();
  for (const [i, family] of families.entries()) {
    if (!FAMILIES.includes(family)) errors.push(notSupported(`spec.ipFamilies[${i}]`, family, FAMILIES));
    if (seen.has(family)) errors.push(duplicate(`spec.ipFamilies[${i}]`, family));
    seen.add(family);
  }
  const policy = spec.ipFamilyPolicy ?? undefined;
  if (policy !== undefined && !POLICIES.includes(policy)) {
    errors.push(notSupported("spec.ipFamilyPolicy", policy, POLICIES));
  }
  if (policy === "SingleStack" && families.length > 1) {
    errors.push(
      invalidText(
        "spec.ipFamilyPolicy",
        `"${policy}"`,
        "may not be SingleStack when multiple 'ipFamilies' are specified",
      ),
    );
  }
  // One pool of one family: a cluster of a single stack.
  if (policy === "RequireDualStack" && needsClusterIP(spec) && !isHeadless(spec)) {
    errors.push(invalid("spec.ipFamilyPolicy", policy, "this cluster is not configured for dual-stack services"));
  }
  return [...errors, ...validateClusterIPs(spec, families)];
}

function validateClusterIPs(spec: ServiceSpec, families: readonly string[]): FieldError[] {
  const ips = spec.clusterIPs ?? [];
  const single = spec.clusterIP ?? "";
  const path = "spec.clusterIPs";
  const errors: FieldError[] = [];
  if (ips.length === 0) return errors;
  if (single === "" && ips.length > 0) {
    errors.push(invalidText(path, textList(ips), "must be empty when `clusterIP` is not specified"));
    return errors;
  }
  if (ips[0] !== single) {
    errors.push(invalidText(path, textList(ips), "first value must match `clusterIP`"));
    return errors;
  }
  if (ips.length > 2) {
    errors.push(invalidText(path, textList(ips), "may only hold up to 2 values"));
  }
  if (ips.length > 1 && ips.includes(HEADLESS)) {
    errors.push(invalidText(path, textList(ips), "'None' must be the first and only value"));
  }
  for (const [i, ip] of ips.entries()) {
    if (ip === HEADLESS) continue;
    const family = parseAddress(ip)?.family;
    if (family === undefined) errors.push(invalid(`${path}[${i}]`, ip, IP_MESSAGE));
    else if (families[i] !== undefined && families[i] !== family) {
      errors.push(
        invalid(`${path}[${i}]`, ip, `expected an ${families[i]} value as indicated by \`ipFamilies[${i}]\``),
      );
    }
  }
  return errors;
}
