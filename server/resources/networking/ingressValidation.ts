import type { TypedLocalObjectReference } from "kubernetes-types/core/v1";
import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressRule,
  IngressSpec,
} from "kubernetes-types/networking/v1";
import { child, type FieldError, index, invalid, notSupported, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { decoded } from "../strategies/narrow.ts";
import { parseAddress, validateAddress } from "../validation/addresses.ts";
import { invalidText } from "../validation/goText.ts";
import {
  checkLabel1035,
  checkPathSegment,
  checkPortName,
  checkSubdomain,
  checkWildcardSubdomain,
  invalidBy,
} from "../validation/names.ts";
import { checkPort } from "../validation/numbers.ts";

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];
/** Parts that would make a path mean another one. */
const BAD_SEQUENCES = ["//", "/./", "/../", "%2f", "%2F"];
const BAD_SUFFIXES = ["/..", "/."];

/** Field errors of an ingress. */
export function validateIngress(object: ApiObject): FieldError[] {
  const spec: Partial<IngressSpec> = decoded<Ingress>(object).spec ?? {};
  const rules = spec.rules ?? [];
  const errors: FieldError[] = [];
  if (rules.length === 0 && spec.defaultBackend === undefined) {
    errors.push(
      invalidText("spec", "[]networking.IngressRule(nil)", "either `defaultBackend` or `rules` must be specified"),
    );
  }
  if (spec.defaultBackend !== undefined) errors.push(...validateBackend(spec.defaultBackend, "spec.defaultBackend"));
  for (const [i, rule] of rules.entries()) errors.push(...validateRule(rule, index("spec.rules", i)));
  for (const [i, tls] of (spec.tls ?? []).entries()) {
    const at = index("spec.tls", i);
    for (const [j, host] of (tls.hosts ?? []).entries())
      errors.push(...validateHost(host, index(child(at, "hosts"), j)));
    const secret = tls.secretName ?? "";
    if (secret !== "") errors.push(...invalidBy(child(at, "secretName"), secret, checkSubdomain(secret)));
  }
  if (spec.ingressClassName !== undefined) {
    errors.push(...invalidBy("spec.ingressClassName", spec.ingressClassName, checkSubdomain(spec.ingressClassName)));
  }
  return errors;
}

const validateHost = (host: string, path: string): FieldError[] =>
  invalidBy(path, host, host.includes("*") ? checkWildcardSubdomain(host) : checkSubdomain(host));

function validateRule(rule: IngressRule, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const host = rule.host ?? "";
  if (host !== "") {
    if (parseAddress(host) !== undefined) {
      errors.push(invalid(child(path, "host"), host, "must be a DNS name, not an IP address"));
    }
    errors.push(...validateHost(host, child(path, "host")));
  }
  if (rule.http === undefined) return errors;
  const at = child(path, "http.paths");
  const paths = rule.http.paths ?? [];
  if (paths.length === 0) errors.push(required(at));
  return [...errors, ...paths.flatMap((item, i) => validatePath(item, index(at, i)))];
}

function validatePath(item: HTTPIngressPath, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const type = item.pathType as string | undefined;
  const value = item.path ?? "";
  const at = child(path, "path");
  if (type === undefined) errors.push(required(child(path, "pathType"), "pathType must be specified"));
  else if (type === "Exact" || type === "Prefix") {
    if (!value.startsWith("/")) errors.push(invalid(at, value, "must be an absolute path"));
    if (value !== "") {
      for (const bad of BAD_SEQUENCES) {
        if (value.includes(bad)) errors.push(invalid(at, value, `must not contain '${bad}'`));
      }
      for (const bad of BAD_SUFFIXES) {
        if (value.endsWith(bad)) errors.push(invalid(at, value, `cannot end with '${bad}'`));
      }
    }
  } else if (type === "ImplementationSpecific") {
    if (value !== "" && !value.startsWith("/")) errors.push(invalid(at, value, "must be an absolute path"));
  } else errors.push(notSupported(child(path, "pathType"), type, PATH_TYPES));
  return [...errors, ...validateBackend(item.backend, child(path, "backend"))];
}

function validateBackend(backend: IngressBackend | undefined, path: string): FieldError[] {
  const { service, resource } = backend ?? {};
  if (service === undefined && resource === undefined) {
    return [required(path, "resource or service backend is required")];
  }
  if (service !== undefined && resource !== undefined) {
    return [invalid(path, "", "cannot set both resource and service backends")];
  }
  if (resource !== undefined) return validateReference(resource, child(path, "resource"));
  const errors: FieldError[] = [];
  const name = service?.name ?? "";
  const namePath = child(path, "service.name");
  if (name === "") errors.push(required(namePath));
  else errors.push(...invalidBy(namePath, name, checkLabel1035(name)));
  const portName = service?.port?.name ?? "";
  const portNumber = service?.port?.number ?? 0;
  if (portName !== "" && portNumber !== 0) {
    errors.push(invalid(path, "", "cannot set both port name & port number"));
  } else if (portName !== "") {
    errors.push(...invalidBy(child(path, "service.port.name"), portName, checkPortName(portName)));
  } else if (portNumber !== 0) {
    errors.push(...checkPort(portNumber).map((m) => invalid(child(path, "service.port.number"), portNumber, m)));
  } else errors.push(required(path, "port name or number is required"));
  return errors;
}

/** A reference to a thing of another kind, in the same namespace. */
export function validateReference(reference: TypedLocalObjectReference, path: string): FieldError[] {
  const { apiGroup, kind = "", name = "" } = reference;
  const errors: FieldError[] = [];
  if (apiGroup !== undefined) errors.push(...invalidBy(child(path, "apiGroup"), apiGroup, checkSubdomain(apiGroup)));
  if (kind === "") errors.push(required(child(path, "kind"), "kind is required"));
  else errors.push(...invalidBy(child(path, "kind"), kind, checkPathSegment(kind)));
  if (name === "") errors.push(required(child(path, "name"), "name is required"));
  else errors.push(...invalidBy(child(path, "name"), name, checkPathSegment(name)));
  return errors;
}

/** Field errors of the addresses that the load balancer got. */
export function validateIngressStatus(object: ApiObject): FieldError[] {
  const entries = decoded<Ingress>(object).status?.loadBalancer?.ingress ?? [];
  return entries.flatMap(({ ip = "", hostname = "" }, i) => {
    const at = index("status.loadBalancer.ingress", i);
    const errors = ip === "" ? [] : validateAddress(ip, child(at, "ip"));
    if (hostname === "") return errors;
    if (parseAddress(hostname) !== undefined) {
      errors.push(invalid(child(at, "hostname"), hostname, "must be a DNS name, not an IP address"));
    }
    return [...errors, ...invalidBy(child(at, "hostname"), hostname, checkSubdomain(hostname))];
  });
}
