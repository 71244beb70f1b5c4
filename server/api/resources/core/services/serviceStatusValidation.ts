/** Rules of the status that a load balancer reports. */

import type { LoadBalancerIngress, Service } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { type FieldError, forbidden, invalid, notSupported, required } from "../../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { parseAddress, validateAddress } from "../../../../ground/formats/addresses/addresses.ts";
import { invalidBy } from "../../../../ground/formats/names/names.ts";

/** The published types lack `ipMode`. */
type Ingress = LoadBalancerIngress & { readonly ipMode?: string | null };

const MODES = ["Proxy", "VIP"];

/** Field errors of a service's status. */
export function validateServiceStatus({ spec, status }: Pick<Service, "spec" | "status">): FieldError[] {
  const path = "status.loadBalancer.ingress";
  const ingress = status?.loadBalancer?.ingress ?? [];
  if (spec?.type !== "LoadBalancer" && ingress.length > 0) {
    return [forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return ingress.flatMap((entry, i) => validateIngress(entry, `${path}[${i}]`));
}

function validateIngress({ ip = "", ipMode, hostname = "" }: Ingress, path: string): FieldError[] {
  const errors = ip === "" ? [] : validateAddress(ip, `${path}.ip`);
  const at = `${path}.ipMode`;
  if (ipMode === undefined || ipMode === null) {
    if (ip !== "") errors.push(required(at, "must be specified when `ip` is set"));
  } else if (ip === "") errors.push(forbidden(at, "may not be specified when `ip` is not set"));
  else if (!MODES.includes(ipMode)) errors.push(notSupported(at, ipMode, MODES));
  if (hostname === "") return errors;
  append(errors, invalidBy(`${path}.hostname`, hostname, checkSubdomain(hostname)));
  return parseAddress(hostname) === undefined
    ? errors
    : [...errors, invalid(`${path}.hostname`, hostname, "must be a DNS name, not an IP address")];
}
