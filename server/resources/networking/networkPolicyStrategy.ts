import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from "kubernetes-types/networking/v1";
import {
  child,
  type FieldError,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { decoded } from "../strategies/narrow.ts";
import { generationStrategy } from "../strategies/specStatus.ts";
import { parseCidr, validateCidr } from "../validation/addresses.ts";
import { validateLabelSelector } from "../validation/labels.ts";
import { checkPort, validatePortNumberOrName } from "../validation/numbers.ts";

const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const DIRECTIONS = ["Egress", "Ingress"];

function validate(object: ApiObject): FieldError[] {
  const spec = decoded<NetworkPolicy>(object).spec;
  const errors = validateLabelSelector(spec?.podSelector, "spec.podSelector");
  for (const [i, rule] of (spec?.ingress ?? []).entries()) {
    errors.push(...validateRule(rule.ports, rule.from, "from", index("spec.ingress", i)));
  }
  for (const [i, rule] of (spec?.egress ?? []).entries()) {
    errors.push(...validateRule(rule.ports, rule.to, "to", index("spec.egress", i)));
  }
  const types = spec?.policyTypes ?? [];
  if (types.length > 2) {
    errors.push({
      type: "FieldValueInvalid",
      field: "spec.policyTypes",
      message: `Invalid value: []networking.PolicyType{${types.map((t) => JSON.stringify(t)).join(", ")}}: may not specify more than two policyTypes`,
    });
    return errors;
  }
  for (const [i, type] of types.entries()) {
    if (!DIRECTIONS.includes(type)) errors.push(notSupported(index("spec.policyTypes", i), type, DIRECTIONS));
  }
  return errors;
}

function validateRule(
  ports: readonly NetworkPolicyPort[] | undefined,
  peers: readonly NetworkPolicyPeer[] | undefined,
  member: string,
  path: string,
): FieldError[] {
  return [
    ...(ports ?? []).flatMap((port, i) => validatePort(port, index(child(path, "ports"), i))),
    ...(peers ?? []).flatMap((peer, i) => validatePeer(peer, index(child(path, member), i))),
  ];
}

function validatePort({ protocol, port, endPort }: NetworkPolicyPort, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (protocol !== undefined && !PROTOCOLS.includes(protocol)) {
    errors.push(notSupported(child(path, "protocol"), protocol, PROTOCOLS));
  }
  if (port !== undefined) {
    errors.push(...validatePortNumberOrName(port, child(path, "port")));
    if (typeof port === "number" && endPort !== undefined && endPort < port) {
      errors.push(invalid(child(path, "endPort"), endPort, "must be greater than or equal to `port`"));
    }
    if (typeof port === "number" && endPort !== undefined) {
      errors.push(...checkPort(endPort).map((message) => invalid(child(path, "endPort"), endPort, message)));
    }
    if (typeof port === "string" && endPort !== undefined) {
      errors.push(invalid(child(path, "endPort"), endPort, "may not be specified when `port` is non-numeric"));
    }
  } else if (endPort !== undefined) {
    errors.push(invalid(child(path, "endPort"), endPort, "may not be specified when `port` is not specified"));
  }
  return errors;
}

function validatePeer({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, path: string): FieldError[] {
  const errors: FieldError[] = [
    ...validateLabelSelector(podSelector, child(path, "podSelector")),
    ...validateLabelSelector(namespaceSelector, child(path, "namespaceSelector")),
    ...(ipBlock === undefined ? [] : validateBlock(ipBlock, child(path, "ipBlock"))),
  ];
  const bySelector = podSelector !== undefined || namespaceSelector !== undefined;
  if (bySelector && ipBlock !== undefined) {
    errors.push(forbidden(path, "may not specify both ipBlock and another peer"));
  }
  if (!bySelector && ipBlock === undefined) errors.push(required(path, "must specify a peer"));
  return errors;
}

function validateBlock({ cidr, except = [] }: IPBlock, path: string): FieldError[] {
  if ((cidr ?? "") === "") return [required(child(path, "cidr"))];
  const errors = validateCidr(cidr, child(path, "cidr"));
  const block = parseCidr(cidr);
  if (block === undefined) return errors;
  for (const [i, text] of except.entries()) {
    const at = index(child(path, "except"), i);
    const hole = parseCidr(text);
    if (hole === undefined) {
      errors.push(...validateCidr(text, at));
      continue;
    }
    const inside =
      hole.family === block.family &&
      hole.base >= block.base &&
      hole.base + hole.size <= block.base + block.size &&
      hole.prefix > block.prefix;
    if (!inside) errors.push(invalid(at, text, "must be a strict subset of `cidr`"));
  }
  return errors;
}

/** Rules of network policies. */
export const networkPolicyStrategy = generationStrategy({ validate: (_context, object) => validate(object) });
