import type { Ingress, IngressRule, IngressSpec, IngressTLS } from "kubernetes-types/networking/v1";
import { append } from "../../../../shared/append.ts";
import { child, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkSubdomain } from "../../../../shared/qualifiedName.ts";
import { parseAddress, validateAddress } from "../../../ground/formats/addresses.ts";
import { invalidText, listOf, structList } from "../../../ground/formats/goText.ts";
import { checkWildcardSubdomain, invalidBy } from "../../../ground/formats/names.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { validateBackend } from "./ingressBackend.ts";
import { validatePath } from "./ingressPath.ts";

/** What an older server accepted and a stored ingress may therefore keep. */
export interface IngressAllowances {
  /** Names of secrets that no secret can have. */
  readonly secretNames: boolean;
  /** Rules for wildcard hosts, whose paths were not looked at. */
  readonly wildcardRules: boolean;
}

const NOTHING: IngressAllowances = { secretNames: false, wildcardRules: false };

const specOf = (object: ApiObject): Partial<IngressSpec> => decoded<Ingress>(object).spec ?? {};
const isWildcard = (host: string): boolean => host.includes("*");

/** What of the stored ingress breaks rules that came later. */
export function ingressAllowances(stored: ApiObject): IngressAllowances {
  const { tls = [], rules = [] } = specOf(stored);
  return {
    secretNames: tls.some(({ secretName = "" }) => secretName !== "" && checkSubdomain(secretName).length > 0),
    wildcardRules: rules.some((rule) => isWildcard(rule.host ?? "") && validatePaths(rule, "").length > 0),
  };
}

/** Field errors of an ingress. */
export function validateIngress(object: ApiObject, allowances: IngressAllowances = NOTHING): FieldError[] {
  const spec = specOf(object);
  const rules = spec.rules ?? [];
  const errors: FieldError[] = [];
  if (rules.length === 0 && spec.defaultBackend === undefined) {
    const shown = structList("networking.IngressRule", listOf(spec, "rules")?.map(String));
    errors.push(invalidText("spec", shown, "either `defaultBackend` or `rules` must be specified"));
  }
  if (spec.defaultBackend !== undefined) append(errors, validateBackend(spec.defaultBackend, "spec.defaultBackend"));
  append(
    errors,
    rules.flatMap((rule, i) => validateRule(rule, index("spec.rules", i), allowances)),
  );
  append(
    errors,
    (spec.tls ?? []).flatMap((tls, i) => validateTls(tls, index("spec.tls", i), allowances)),
  );
  if (spec.ingressClassName !== undefined) {
    append(errors, invalidBy("spec.ingressClassName", spec.ingressClassName, checkSubdomain(spec.ingressClassName)));
  }
  return errors;
}

function validateTls(
  { hosts = [], secretName = "" }: IngressTLS,
  path: string,
  allowed: IngressAllowances,
): FieldError[] {
  const errors = hosts.flatMap((host, i) => validateHost(host, index(child(path, "hosts"), i)));
  if (secretName === "" || allowed.secretNames) return errors;
  return [...errors, ...invalidBy(child(path, "secretName"), secretName, checkSubdomain(secretName))];
}

const validateHost = (host: string, path: string): FieldError[] =>
  invalidBy(path, host, isWildcard(host) ? checkWildcardSubdomain(host) : checkSubdomain(host));

function validateRule(rule: IngressRule, path: string, allowed: IngressAllowances): FieldError[] {
  const errors: FieldError[] = [];
  const host = rule.host ?? "";
  if (host !== "") {
    if (parseAddress(host) !== undefined) {
      errors.push(invalid(child(path, "host"), host, "must be a DNS name, not an IP address"));
    }
    append(errors, validateHost(host, child(path, "host")));
  }
  return isWildcard(host) && allowed.wildcardRules ? errors : [...errors, ...validatePaths(rule, path)];
}

function validatePaths(rule: IngressRule, path: string): FieldError[] {
  if (rule.http === undefined) return [];
  const at = child(path, "http.paths");
  const paths = rule.http.paths ?? [];
  return paths.length === 0 ? [required(at)] : paths.flatMap((item, i) => validatePath(item, index(at, i)));
}

/** Field errors of the addresses that the load balancer got. */
export function validateIngressStatus(object: ApiObject): FieldError[] {
  const entries = decoded<Ingress>(object).status?.loadBalancer?.ingress ?? [];
  return entries.flatMap(({ ip = "", hostname = "" }, i) => {
    const at = index("status.loadBalancer.ingress", i);
    const errors = ip === "" ? [] : validateAddress(ip, child(at, "ip"));
    if (hostname === "") return errors;
    append(errors, invalidBy(child(at, "hostname"), hostname, checkSubdomain(hostname)));
    if (parseAddress(hostname) !== undefined) {
      errors.push(invalid(child(at, "hostname"), hostname, "must be a DNS name, not an IP address"));
    }
    return errors;
  });
}
