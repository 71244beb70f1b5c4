/** Rules of services. */

import type { ServicePort, ServiceSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  key,
  notSupported,
  required,
} from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { checkQualifiedName, checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import {
  validateAddress,
  validateCidr,
  validateNonSpecialAddress,
} from "../../../../ground/formats/addresses/addresses.ts";
import { labelErrors } from "../../../../ground/formats/names/labels.ts";
import { checkLabel, invalidBy } from "../../../../ground/formats/names/names.ts";
import { checkPort, validatePortNumberOrName } from "../../../../ground/formats/numbers.ts";
import { duplicateText } from "../../../../ground/formats/wording/goText.ts";
import { validateChoice } from "../../validation/pod/choice.ts";
import { PROTOCOLS } from "../../validation/pod/containers/ports.ts";
import { isExternallyAccessible, isHeadless, needsHealthCheckPort } from "./serviceFields.ts";

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
/** The port of node agents, which a load balancer must not expose. */
const NODE_AGENT_PORT = 10250;

/** The context for validating a service, besides its spec. */
export interface ServiceRules {
  readonly vocabulary: Vocabulary;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * Field errors of a service's spec and annotations, in the reference's order. Addresses are validated at allocation.
 */
export function* serviceErrors(spec: ServiceSpec, rules: ServiceRules): Steps<FieldError[]> {
  const at = (field: string): string => child("spec", field);
  const ports = spec.ports ?? [];
  const errors = validateTopologyAnnotations(rules);
  if (ports.length === 0 && !isHeadless(spec) && spec.type !== "ExternalName") errors.push(required(at("ports")));
  append(errors, yield* errorsByType(spec));
  const names = new Set<string>();
  const ofPorts = errorsOfEach(ports, at("ports"), (port, path) => validatePort(port, ports.length > 1, names, path));
  append(errors, yield* ofPorts);
  append(errors, yield* labelErrors(spec.selector, at("selector")));
  append(errors, validateAffinity(spec));
  append(errors, yield* errorsOfEach(spec.externalIPs, at("externalIPs"), validateExternalAddress));
  append(errors, validateChoice(spec.type, TYPES, at("type")));
  append(errors, yield* nodePortErrors(spec));
  append(errors, yield* uniquePortErrors(ports));
  append(errors, yield* sourceRangeErrors(spec, rules));
  return [...errors, ...validateLoadBalancerFields(spec), ...validatePolicies(spec)];
}

function validateExternalAddress(ip: string, path: string): FieldError[] {
  const found = validateAddress(ip, path);
  return found.length > 0 ? found : validateNonSpecialAddress(ip, path);
}

function* errorsByType(spec: ServiceSpec): Steps<FieldError[]> {
  const headlessPath = "spec.clusterIPs[0]";
  const ip = spec.clusterIPs?.[0] ?? spec.clusterIP ?? "";
  switch (spec.type) {
    case "LoadBalancer": {
      const detail = `may not expose port ${NODE_AGENT_PORT} externally since it is used by kubelet`;
      const errors = yield* errorsOfEach(spec.ports, "spec.ports", ({ port }, path) =>
        port === NODE_AGENT_PORT ? [invalid(path, port, detail)] : [],
      );
      return isHeadless(spec)
        ? [...errors, invalid(headlessPath, ip, "may not be set to 'None' for LoadBalancer services")]
        : errors;
    }
    case "NodePort":
      return isHeadless(spec) ? [invalid(headlessPath, ip, "may not be set to 'None' for NodePort services")] : [];
    case "ExternalName":
      return validateExternalName(spec);
    default:
      return [];
  }
}

function validateExternalName(spec: ServiceSpec): FieldError[] {
  const detail = "may not be set for ExternalName services";
  const errors: FieldError[] = [];
  if ((spec.clusterIPs ?? []).length > 0) errors.push(forbidden("spec.clusterIPs", detail));
  if ((spec.ipFamilies ?? []).length > 0) errors.push(forbidden("spec.ipFamilies", detail));
  if (spec.ipFamilyPolicy !== undefined) errors.push(forbidden("spec.ipFamilyPolicy", detail));
  // A final dot only marks the name as fully qualified.
  const name = (spec.externalName ?? "").replace(/\.$/, "");
  return name === ""
    ? [...errors, required("spec.externalName")]
    : [...errors, ...invalidBy("spec.externalName", name, checkSubdomain(name))];
}

function validatePort(port: ServicePort, needsName: boolean, names: Set<string>, path: string): FieldError[] {
  const at = (field: string): string => child(path, field);
  const { name = "", appProtocol } = port;
  const errors: FieldError[] = [];
  if (name === "") {
    if (needsName) errors.push(required(at("name")));
  } else {
    append(errors, invalidBy(at("name"), name, checkLabel(name)));
    if (names.has(name)) errors.push(duplicate(at("name"), name));
    names.add(name);
  }
  append(
    errors,
    checkPort(port.port ?? 0).map((message) => invalid(at("port"), port.port ?? 0, message)),
  );
  append(errors, validateChoice(port.protocol, PROTOCOLS, at("protocol")));
  append(errors, validatePortNumberOrName(port.targetPort ?? port.port ?? 0, at("targetPort")));
  return appProtocol === undefined || appProtocol === null
    ? errors
    : [...errors, ...invalidBy(at("appProtocol"), appProtocol, checkQualifiedName(appProtocol))];
}

function validateAffinity({ sessionAffinity, sessionAffinityConfig }: ServiceSpec): FieldError[] {
  const errors = validateChoice(sessionAffinity, ["ClientIP", "None"], "spec.sessionAffinity");
  const path = "spec.sessionAffinityConfig";
  if (sessionAffinity === "ClientIP") {
    const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
    const at = `${path}.clientIP.timeoutSeconds`;
    if (!sessionAffinityConfig) {
      errors.push(required(path, "when session affinity type is ClientIP"));
    } else if (!sessionAffinityConfig.clientIP) {
      errors.push(required(`${path}.clientIP`, "when session affinity type is ClientIP"));
    } else if (seconds === undefined || seconds === null) {
      errors.push(required(at, "when session affinity type is ClientIP"));
    } else if (seconds <= 0 || seconds > 86400) {
      errors.push(invalid(at, seconds, "must be greater than 0 and less than 86400"));
    }
  } else if (sessionAffinity === "None" && sessionAffinityConfig) {
    errors.push(forbidden(path, "must not be set when session affinity is None"));
  }
  return errors;
}

function* nodePortErrors({ type, ports }: ServiceSpec): Steps<FieldError[]> {
  const seen = new Set<string>();
  const errors =
    type === "ClusterIP"
      ? yield* errorsOfEach(ports, "spec.ports", ({ nodePort = 0 }, path) =>
          nodePort === 0 ? [] : [forbidden(child(path, "nodePort"), "may not be used when `type` is 'ClusterIP'")],
        )
      : [];
  const ofDuplicates = errorsOfEach(ports, "spec.ports", ({ nodePort = 0, protocol = "TCP" }, path) => {
    if (nodePort === 0) return [];
    const id = `${protocol}/${nodePort}`;
    const known = seen.has(id);
    seen.add(id);
    return known ? [duplicate(child(path, "nodePort"), nodePort)] : [];
  });
  return [...errors, ...(yield* ofDuplicates)];
}

function uniquePortErrors(ports: readonly ServicePort[]): Steps<FieldError[]> {
  const seen = new Set<string>();
  return errorsOfEach(ports, "spec.ports", ({ port, protocol = "TCP" }, path) => {
    const id = `${protocol}/${port}`;
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [
      duplicateText(
        path,
        `core.ServicePort{Name:"", Protocol:${quoted(protocol)}, AppProtocol:(*string)(nil), Port:${port}, TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}, NodePort:0}`,
      ),
    ];
  });
}

const ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'";

/** Errors of the permitted source ranges: those of the field, or of the annotation that preceded it. */
function* sourceRangeErrors(spec: ServiceSpec, { vocabulary, annotations }: ServiceRules): Steps<FieldError[]> {
  const ranges = spec.loadBalancerSourceRanges ?? [];
  const name = vocabulary.render("service.beta.{labelDomain}/load-balancer-source-ranges");
  const annotation = annotations[name];
  if (ranges.length === 0 && annotation === undefined) return [];
  const path = ranges.length > 0 ? "spec.LoadBalancerSourceRanges" : key("metadata.annotations", name);
  const errors = spec.type === "LoadBalancer" ? [] : [forbidden(path, ONLY_BALANCED)];
  if (ranges.length > 0) {
    return [...errors, ...(yield* errorsOfEach(ranges, path, (range, at) => validateCidr(range.trim(), at)))];
  }
  const text = annotation?.trim() ?? "";
  if (text === "") return errors;
  return [...errors, ...(yield* errorsOfEach(text.split(","), path, (range) => validateCidr(range.trim(), path)))];
}

/** The annotation also has an older name; both must have the same value. */
function validateTopologyAnnotations({ vocabulary, annotations }: ServiceRules): FieldError[] {
  const mode = vocabulary.render("service.{labelDomain}/topology-mode");
  const hints = vocabulary.render("service.{labelDomain}/topology-aware-hints");
  const value = annotations[mode];
  return value === undefined || annotations[hints] === undefined || annotations[hints] === value
    ? []
    : [invalid(key("metadata.annotations", mode), value, `must match annotations[${hints}] when both are specified`)];
}

function validateLoadBalancerFields(spec: ServiceSpec): FieldError[] {
  const balanced = spec.type === "LoadBalancer";
  const errors: FieldError[] = [];
  const allocate = spec.allocateLoadBalancerNodePorts ?? undefined;
  // The reference's path lacks `spec` here.
  if (balanced && allocate === undefined) errors.push(required("allocateLoadBalancerNodePorts"));
  if (!balanced && allocate !== undefined) errors.push(forbidden("spec.allocateLoadBalancerNodePorts", ONLY_BALANCED));
  return [...errors, ...validateLoadBalancerClass(spec)];
}

/** Field errors of the class of a load balancer. */
export function validateLoadBalancerClass({ type, loadBalancerClass: name }: ServiceSpec): FieldError[] {
  if (name === undefined || name === null) return [];
  if (type !== "LoadBalancer") return [forbidden("spec.loadBalancerClass", ONLY_BALANCED)];
  return invalidBy("spec.loadBalancerClass", name, checkQualifiedName(name));
}

function validatePolicies(spec: ServiceSpec): FieldError[] {
  const scopes = ["Cluster", "Local"];
  const errors: FieldError[] = [];
  const external = spec.externalTrafficPolicy ?? "";
  if (!isExternallyAccessible(spec)) {
    if (external !== "") {
      errors.push(
        invalid("spec.externalTrafficPolicy", external, "may only be set for externally-accessible services"),
      );
    }
  } else append(errors, validateChoice(external, scopes, "spec.externalTrafficPolicy"));
  const healthPort = spec.healthCheckNodePort ?? 0;
  if (healthPort !== 0 && !needsHealthCheckPort(spec)) {
    errors.push(
      invalid(
        "spec.healthCheckNodePort",
        healthPort,
        "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ),
    );
  }
  const internal = spec.internalTrafficPolicy ?? undefined;
  if (internal !== undefined && !scopes.includes(internal)) {
    errors.push(notSupported("spec.internalTrafficPolicy", internal, scopes));
  }
  const distribution = spec.trafficDistribution ?? undefined;
  if (distribution !== undefined && distribution !== "PreferClose") {
    errors.push(notSupported("spec.trafficDistribution", distribution, ["PreferClose"]));
  }
  return errors;
}
