/** Warnings about fields of services that are accepted but have no effect. */

import type { ServiceSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import type { ObjectMeta } from "../../../../../shared/object.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { addressWarnings, rangeWarnings } from "../../validation/addressWarnings.ts";
import { HEADLESS } from "./serviceFields.ts";

const HINTS = "service.{labelDomain}/topology-aware-hints";
const MODE = "service.{labelDomain}/topology-mode";

/** Warnings about a new or changed service. */
export function serviceWarnings({ annotations }: ObjectMeta, spec: ServiceSpec, vocabulary: Vocabulary): string[] {
  const hints = vocabulary.render(HINTS);
  const warnings =
    annotations?.[hints] === undefined
      ? []
      : [`annotation ${hints} is deprecated, please use ${vocabulary.render(MODE)} instead`];
  const addresses = (list: readonly string[] | undefined | null, field: string): string[] =>
    (list ?? [])
      .filter((ip) => ip !== "" && ip !== HEADLESS)
      .flatMap((ip, i) => addressWarnings(`spec.${field}[${i}]`, ip, vocabulary));
  append(warnings, addresses(spec.clusterIPs, "clusterIPs"));
  append(warnings, addresses(spec.externalIPs, "externalIPs"));
  if (spec.loadBalancerIP) append(warnings, addressWarnings("spec.loadBalancerIP", spec.loadBalancerIP, vocabulary));
  for (const [i, range] of (spec.loadBalancerSourceRanges ?? []).entries()) {
    append(warnings, rangeWarnings(`spec.loadBalancerSourceRanges[${i}]`, range, vocabulary));
  }
  return [...warnings, ...ignoredFields(spec)];
}

function ignoredFields(spec: ServiceSpec): string[] {
  if (spec.type === "ExternalName") {
    return (spec.externalIPs ?? []).length > 0 ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : [];
  }
  return spec.externalName ? ['spec.externalName is ignored when spec.type is not "ExternalName"'] : [];
}
