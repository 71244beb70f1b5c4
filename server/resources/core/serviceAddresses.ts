/** Rules of a service's cluster IPs and their families. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import { duplicate, type FieldError, invalid, notSupported } from "../../../shared/fieldError.ts";
import { IP_MESSAGE, parseAddress } from "../validation/addresses.ts";
import { invalidText, textList } from "../validation/goText.ts";
import { HEADLESS, isHeadless } from "./serviceFields.ts";

const FAMILIES = ["IPv4", "IPv6"];
const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];
const POLICY_PATH = "spec.ipFamilyPolicy";

/**
 * Field errors of a service's addresses and their families. Addresses are given out before anything else is looked at, so
 * these stand alone, and each step only runs when the one before found nothing.
 * @param family the only family that this cluster gives addresses of
 */
export function validateServiceAddresses(spec: ServiceSpec, family: string): FieldError[] {
  // The rules of ExternalName services say all there is to say about theirs.
  if (spec.type === "ExternalName") return [];
  for (const step of [validateShape, validateTogether, validateCluster]) {
    const errors = step(spec, family);
    if (errors.length > 0) return errors;
  }
  return [];
}

function validateShape(spec: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  const families = spec.ipFamilies ?? [];
  const seen = new Set<string>();
  for (const [i, family] of families.entries()) {
    if (!FAMILIES.includes(family)) errors.push(notSupported(`spec.ipFamilies[${i}]`, family, FAMILIES));
    if (seen.has(family)) errors.push(duplicate(`spec.ipFamilies[${i}]`, family));
    seen.add(family);
  }
  const policy = spec.ipFamilyPolicy ?? undefined;
  if (policy !== undefined && !POLICIES.includes(policy)) errors.push(notSupported(POLICY_PATH, policy, POLICIES));
  return [...errors, ...validateClusterIPs(spec, families)];
}

function validateClusterIPs(spec: ServiceSpec, families: readonly string[]): FieldError[] {
  const ips = spec.clusterIPs ?? [];
  const single = spec.clusterIP ?? "";
  const path = "spec.clusterIPs";
  const shown = textList(ips);
  if (ips.length === 0) return [];
  if (single === "") return [invalidText(path, shown, "must be empty when `clusterIP` is not specified")];
  if (ips[0] !== single) return [invalidText(path, shown, "first value must match `clusterIP`")];
  const errors: FieldError[] = [];
  for (const [i, ip] of ips.entries()) {
    if (i === 0 && ip === HEADLESS) {
      if (ips.length > 1) errors.push(invalidText(path, shown, "'None' must be the first and only value"));
    } else if (parseAddress(ip) === undefined) errors.push(invalid(`${path}[${i}]`, ip, IP_MESSAGE));
  }
  const broken = errors.length > 0;
  if (ips.length > 2) errors.push(invalidText(path, shown, "may only hold up to 2 values"));
  // What follows would only repeat that an address is none.
  if (broken) return errors;
  const found = ips.map((ip) => parseAddress(ip)?.family);
  if (ips.length > 1 && new Set(found).size !== ips.length) {
    errors.push(invalidText(path, shown, "may specify no more than one IP for each IP family"));
  }
  if (isHeadless(spec)) return errors;
  for (const [i, ip] of ips.entries()) {
    const wanted = families[i];
    if (wanted === undefined || !FAMILIES.includes(wanted) || wanted === found[i]) continue;
    errors.push(invalid(`${path}[${i}]`, ip, `expected an ${wanted} value as indicated by \`ipFamilies[${i}]\``));
  }
  return errors;
}

/** One stack holds one of each. */
function validateTogether({ clusterIPs, ipFamilies, ipFamilyPolicy }: ServiceSpec, own: string): FieldError[] {
  const errors: FieldError[] = [];
  if (ipFamilyPolicy === "SingleStack") {
    const two = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    if (clusterIPs?.length === 2) errors.push(invalid(POLICY_PATH, ipFamilyPolicy, `${two} cluster IPs are specified`));
    if (ipFamilies?.length === 2) errors.push(invalid(POLICY_PATH, ipFamilyPolicy, `${two} IP families are specified`));
  }
  for (const [i, ip] of (clusterIPs ?? []).entries()) {
    const family = parseAddress(ip)?.family;
    if (family === undefined || family === own || ipFamilies?.[i] !== undefined) continue;
    errors.push(
      invalidText(`spec.clusterIPs[${i}]`, textList(clusterIPs), `${family} is not configured on this cluster`),
    );
  }
  return errors;
}

/** One pool of one family: a cluster of a single stack. Names without pods behind them may be of any family. */
function validateCluster(spec: ServiceSpec, own: string): FieldError[] {
  if (isHeadless(spec) && Object.keys(spec.selector ?? {}).length === 0) return [];
  const errors: FieldError[] = [];
  if (spec.ipFamilyPolicy === "RequireDualStack") {
    errors.push(invalid(POLICY_PATH, spec.ipFamilyPolicy, "this cluster is not configured for dual-stack services"));
  }
  for (const [i, family] of (spec.ipFamilies ?? []).entries()) {
    if (family !== own) errors.push(invalid(`spec.ipFamilies[${i}]`, family, "not configured on this cluster"));
  }
  return errors;
}
