/** Validation and defaulting of a service's cluster IPs and their families. */

import type { ServiceSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { deepEqual } from "../../../../../shared/collections/deepEqual.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { duplicate, type FieldError, invalid, notSupported, required } from "../../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../../shared/json/largeMaps.ts";
import { each, isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { type Family, IP_MESSAGE, parseAddress } from "../../../../ground/formats/addresses/addresses.ts";
import { invalidText, textList } from "../../../../ground/formats/wording/goText.ts";
import { HEADLESS, isHeadless, keepsPreference } from "./serviceFields.ts";

/** The families of a cluster, the default one first. */
export type Families = readonly [Family, Family?];

const FAMILIES = ["IPv4", "IPv6"];
const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];
const POLICY_PATH = "spec.ipFamilyPolicy";
const IPS_PATH = "spec.clusterIPs";

/**
 * Fills in families and family policy of a service's addresses. This precedes all other validation, so its errors are
 * reported alone. Each step only runs when the previous one found no error.
 * @param own the families of this cluster's service ranges, the default one first
 */
export function* settleFamilies(spec: ServiceSpec, own: Families, old: ServiceSpec | undefined): Steps<FieldError[]> {
  if (spec.type === "ExternalName" || (old !== undefined && keepsPreference(spec, old))) return [];
  const namesOnly = isHeadless(spec) && isEmptyMap(spec.selector ?? {});
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (namesOnly ? "RequireDualStack" : "SingleStack");
  for (const step of [shapeErrors, togetherErrors]) {
    const errors = yield* step(spec, own, old);
    if (errors.length > 0) return errors;
  }
  yield* inferFamilies(spec);
  if (namesOnly) {
    // The service has no addresses of its own, so any family is allowed.
    const families = spec.ipFamilies?.length ? spec.ipFamilies : [own[0]];
    spec.ipFamilies = spec.ipFamilyPolicy === "SingleStack" ? families : withBoth(families);
    return [];
  }
  const errors = yield* clusterErrors(spec, own);
  if (errors.length > 0) return errors;
  const families = spec.ipFamilies?.length ? spec.ipFamilies : [own[0]];
  spec.ipFamilies = spec.ipFamilyPolicy !== "SingleStack" && own.length === 2 ? withBoth(families) : families;
  return [];
}

/** Adds the other family to a single one. */
export const withBoth = (families: readonly string[]): string[] =>
  families.length === 1 ? [...families, families[0] === "IPv4" ? "IPv6" : "IPv4"] : [...families];

function* shapeErrors(spec: ServiceSpec): Steps<FieldError[]> {
  const errors = validateSingular(spec);
  const families = spec.ipFamilies ?? [];
  const seen = new Set<string>();
  const ofFamilies = errorsOfEach(families, "spec.ipFamilies", (family, path) => {
    const found = FAMILIES.includes(family) ? [] : [notSupported(path, family, FAMILIES)];
    if (seen.has(family)) found.push(duplicate(path, family));
    seen.add(family);
    return found;
  });
  append(errors, yield* ofFamilies);
  const policy = spec.ipFamilyPolicy ?? undefined;
  if (policy !== undefined && !POLICIES.includes(policy)) errors.push(notSupported(POLICY_PATH, policy, POLICIES));
  return [...errors, ...(yield* clusterIpErrors(spec, families))];
}

/** `clusterIP` must be the first of `clusterIPs`. */
function validateSingular({ clusterIP = "", clusterIPs }: ServiceSpec): FieldError[] {
  const ips = clusterIPs ?? [];
  if (ips.length === 0) return clusterIP === "" ? [] : [required(IPS_PATH)];
  if (ips[0] === clusterIP) return [];
  const detail =
    clusterIP === "" ? "must be empty when `clusterIP` is not specified" : "first value must match `clusterIP`";
  return [invalidText(IPS_PATH, textList(ips), detail)];
}

function* clusterIpErrors(spec: ServiceSpec, families: readonly string[]): Steps<FieldError[]> {
  const ips = spec.clusterIPs ?? [];
  const shown = textList(ips);
  const errors = yield* errorsOfEach(ips, IPS_PATH, (ip, path, i) => {
    if (i === 0 && ip === HEADLESS) {
      return ips.length > 1 ? [invalidText(IPS_PATH, shown, "'None' must be the first and only value")] : [];
    }
    return parseAddress(ip) === undefined ? [invalid(path, ip, IP_MESSAGE)] : [];
  });
  const broken = errors.length > 0;
  if (ips.length > 2) errors.push(invalidText(IPS_PATH, shown, "may only hold up to 2 values"));
  // The following checks would only repeat that an address is invalid.
  if (broken) return errors;
  const found = yield* each(ips, (ip) => parseAddress(ip)?.family);
  if (ips.length > 1 && new Set(found).size === 1) {
    errors.push(invalidText(IPS_PATH, shown, "may specify no more than one IP for each IP family"));
  }
  if (isHeadless(spec)) return errors;
  const ofFamilies = errorsOfEach(ips, IPS_PATH, (ip, path, i) => {
    const wanted = families[i];
    if (wanted === undefined || !FAMILIES.includes(wanted) || wanted === found[i]) return [];
    return [invalid(path, ip, `expected an ${wanted} value as indicated by \`ipFamilies[${i}]\``)];
  });
  return [...errors, ...(yield* ofFamilies)];
}

/** A single-stack service has one address and one family; a dual-stack service loses its second only on request. */
function* togetherErrors(spec: ServiceSpec, own: Families, old: ServiceSpec | undefined): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const { clusterIPs, ipFamilies, ipFamilyPolicy } = spec;
  const refuse = (detail: string): unknown => errors.push(invalid(POLICY_PATH, ipFamilyPolicy, detail));
  if (ipFamilyPolicy !== "SingleStack") {
    const fewer = (list: readonly string[] | undefined, before: readonly string[] | undefined): boolean =>
      (list?.length ?? 0) > 0 && (list?.length ?? 0) < (before?.length ?? 0);
    if (fewer(clusterIPs, old?.clusterIPs)) refuse("must be 'SingleStack' to release the secondary cluster IP");
    if (fewer(ipFamilies, old?.ipFamilies)) refuse("must be 'SingleStack' to release the secondary IP family");
  } else {
    if (old !== undefined) dropSecond(spec, old);
    const two = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    if (spec.clusterIPs?.length === 2) refuse(`${two} cluster IPs are specified`);
    if (spec.ipFamilies?.length === 2) refuse(`${two} IP families are specified`);
  }
  const shown = textList(clusterIPs);
  const foreign = errorsOfEach(spec.clusterIPs, IPS_PATH, (ip, path, i) => {
    const family = parseAddress(ip)?.family;
    if (family === undefined || own.includes(family) || spec.ipFamilies?.[i] !== undefined) return [];
    return [invalidText(path, shown, `${family} is not configured on this cluster`)];
  });
  return [...errors, ...(yield* foreign)];
}

/** A change to single stack that leaves addresses or families unchanged keeps only the first of each. */
function dropSecond(spec: ServiceSpec, old: ServiceSpec): void {
  const same = (field: "clusterIPs" | "ipFamilies"): boolean => deepEqual(spec[field], old[field]);
  if (same("clusterIPs") && spec.clusterIPs) spec.clusterIPs = spec.clusterIPs.slice(0, 1);
  if (same("ipFamilies") && spec.ipFamilies) spec.ipFamilies = spec.ipFamilies.slice(0, 1);
}

/** Derives missing families from the addresses. */
function* inferFamilies(spec: ServiceSpec): Steps<void> {
  const families = [...(spec.ipFamilies ?? [])];
  for (const ip of (spec.clusterIPs ?? []).slice(families.length)) {
    if (isTurnDue()) yield;
    const family = parseAddress(ip)?.family;
    if (family !== undefined) families.push(family);
  }
  if (families.length > 0) spec.ipFamilies = families;
}

/** A service may only use families that the cluster has ranges for. */
function* clusterErrors(spec: ServiceSpec, own: Families): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  if (spec.ipFamilyPolicy === "RequireDualStack" && own.length < 2) {
    errors.push(invalid(POLICY_PATH, spec.ipFamilyPolicy, "this cluster is not configured for dual-stack services"));
  }
  const foreign = errorsOfEach(spec.ipFamilies, "spec.ipFamilies", (family, path) =>
    own.some((each) => each === family) ? [] : [invalid(path, family, "not configured on this cluster")],
  );
  return [...errors, ...(yield* foreign)];
}
