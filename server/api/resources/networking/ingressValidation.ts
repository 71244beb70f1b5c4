import type { Ingress, IngressRule, IngressSpec, IngressTLS } from "kubernetes-types/networking/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { parseAddress, validateAddress } from "../../../ground/formats/addresses/addresses.ts";
import { checkWildcardSubdomain, invalidBy } from "../../../ground/formats/names/names.ts";
import { invalidText, listOf, structList } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { validateBackend } from "./ingressBackend.ts";
import { validatePath } from "./ingressPath.ts";

/** Invalid values that older servers accepted and that a stored ingress may keep. */
export interface IngressAllowances {
  /** Invalid names of secrets. */
  readonly secretNames: boolean;
  /** Invalid paths in rules for wildcard hosts. */
  readonly wildcardRules: boolean;
}

const NOTHING: IngressAllowances = { secretNames: false, wildcardRules: false };

function* specOf(object: ApiObject): Steps<Partial<IngressSpec>> {
  return (yield* decodedInSteps<Ingress>(object)).spec ?? {};
}
const isWildcard = (host: string): boolean => host.includes("*");

/** Which later rules the stored ingress violates. */
export function* ingressAllowances(stored: ApiObject): Steps<IngressAllowances> {
  const { tls = [], rules = [] } = yield* specOf(stored);
  const secrets = errorsOfEach(tls, "", ({ secretName = "" }, path) =>
    secretName === "" ? [] : invalidBy(path, secretName, checkSubdomain(secretName)),
  );
  const wildcards = errorsWithin(rules, "", (rule, path) =>
    isWildcard(rule.host ?? "") ? pathErrors(rule, path) : nothing(),
  );
  return { secretNames: (yield* secrets).length > 0, wildcardRules: (yield* wildcards).length > 0 };
}

const nothing = (): Steps<FieldError[]> => errorsOfEach([], "", () => []);

/** Field errors of an ingress. */
export function* ingressErrors(object: ApiObject, allowances: IngressAllowances = NOTHING): Steps<FieldError[]> {
  const spec = yield* specOf(object);
  const rules = spec.rules ?? [];
  const errors: FieldError[] = [];
  if (rules.length === 0 && spec.defaultBackend === undefined) {
    const shown = structList("networking.IngressRule", listOf(spec, "rules"), String);
    errors.push(invalidText("spec", shown, "either `defaultBackend` or `rules` must be specified"));
  }
  if (spec.defaultBackend !== undefined) append(errors, validateBackend(spec.defaultBackend, "spec.defaultBackend"));
  append(errors, yield* errorsWithin(rules, "spec.rules", (rule, path) => ruleErrors(rule, path, allowances)));
  append(errors, yield* errorsWithin(spec.tls, "spec.tls", (tls, path) => tlsErrors(tls, path, allowances)));
  if (spec.ingressClassName !== undefined) {
    append(errors, invalidBy("spec.ingressClassName", spec.ingressClassName, checkSubdomain(spec.ingressClassName)));
  }
  return errors;
}

function* tlsErrors(
  { hosts, secretName = "" }: IngressTLS,
  path: string,
  allowed: IngressAllowances,
): Steps<FieldError[]> {
  const errors = yield* errorsOfEach(hosts, child(path, "hosts"), validateHost);
  if (secretName === "" || allowed.secretNames) return errors;
  return [...errors, ...invalidBy(child(path, "secretName"), secretName, checkSubdomain(secretName))];
}

const validateHost = (host: string, path: string): FieldError[] =>
  invalidBy(path, host, isWildcard(host) ? checkWildcardSubdomain(host) : checkSubdomain(host));

function* ruleErrors(rule: IngressRule, path: string, allowed: IngressAllowances): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const host = rule.host ?? "";
  if (host !== "") {
    if (parseAddress(host) !== undefined) {
      errors.push(invalid(child(path, "host"), host, "must be a DNS name, not an IP address"));
    }
    append(errors, validateHost(host, child(path, "host")));
  }
  return isWildcard(host) && allowed.wildcardRules ? errors : [...errors, ...(yield* pathErrors(rule, path))];
}

function* pathErrors(rule: IngressRule, path: string): Steps<FieldError[]> {
  if (rule.http === undefined) return [];
  const at = child(path, "http.paths");
  const paths = rule.http.paths ?? [];
  return paths.length === 0 ? [required(at)] : yield* errorsOfEach(paths, at, validatePath);
}

/** Field errors of the load balancer's addresses in the status. */
export function* ingressStatusErrors(object: ApiObject): Steps<FieldError[]> {
  const { status } = yield* decodedInSteps<Ingress>(object);
  const entries = status?.loadBalancer?.ingress;
  return yield* errorsOfEach(entries, "status.loadBalancer.ingress", ({ ip = "", hostname = "" }, at) => {
    const errors = ip === "" ? [] : validateAddress(ip, child(at, "ip"));
    if (hostname === "") return errors;
    append(errors, invalidBy(child(at, "hostname"), hostname, checkSubdomain(hostname)));
    if (parseAddress(hostname) !== undefined) {
      errors.push(invalid(child(at, "hostname"), hostname, "must be a DNS name, not an IP address"));
    }
    return errors;
  });
}
