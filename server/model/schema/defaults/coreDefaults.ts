/** Defaulting rules: the core group, but for pods, containers and volumes. */
import type { Steps } from "../../../../shared/steps.ts";
import { encodeValues, isEmpty, joined, roundUpMilli } from "./helpers.ts";
import { type DefaultTable, rows } from "./row.ts";

type Quantities = Readonly<Record<string, string>>;

interface LimitRangeItemView {
  readonly type: string;
  readonly max?: Quantities;
  readonly min?: Quantities;
  readonly default?: Quantities;
  readonly defaultRequest?: Quantities;
}

interface ServiceView {
  readonly spec: {
    readonly type?: string;
    readonly sessionAffinity?: string;
    readonly sessionAffinityConfig?: { readonly clientIP?: { readonly timeoutSeconds?: number } };
    readonly externalIPs?: readonly string[];
  };
}

interface ServicePortView {
  readonly port: number;
  readonly targetPort?: number | string | null;
}

interface SecretView {
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

interface NodeSpecView {
  readonly podCIDR?: string;
  readonly podCIDRs?: readonly string[];
}

/** The data of a secret, merged with `stringData`. */
function* withTexts(data: SecretView["data"], texts: SecretView["stringData"]): Steps<SecretView["data"]> {
  return yield* joined(data, yield* encodeValues(texts));
}

export const coreDefaults: DefaultTable = {
  "api.core.v1.LimitRangeItem": rows<LimitRangeItemView>((r) => [
    r.compute("max[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("min[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("default[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("defaultRequest[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("maxLimitRequestRatio[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.set("default", {}, { when: ({ type }) => type === "Container", hidden: true }),
    r.set("defaultRequest", {}, { when: ({ type }) => type === "Container", hidden: true }),
    r.assemble("default", (self) => joined(self.max, self.default), {
      when: ({ type }) => type === "Container",
      always: true,
    }),
    r.assemble("defaultRequest", (self) => joined(self.min, self.default, self.defaultRequest), {
      when: ({ type }) => type === "Container",
      always: true,
    }),
  ]),
  "api.core.v1.NodeStatus": rows<{ readonly capacity?: Quantities }>((r) => [
    r.compute("capacity[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("allocatable[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.assemble("allocatable", ({ capacity }) => joined(capacity), { when: ({ capacity }) => capacity != null }),
  ]),
  "api.core.v1.ResourceQuotaSpec": rows((r) => [r.compute("hard[*]", (_, it) => roundUpMilli(it), { always: true })]),
  "api.core.v1.ResourceQuotaStatus": rows((r) => [
    r.compute("hard[*]", (_, it) => roundUpMilli(it), { always: true }),
    r.compute("used[*]", (_, it) => roundUpMilli(it), { always: true }),
  ]),
  "api.core.v1.Service": rows<ServiceView, { readonly ip?: string }>((r) => [
    r.set("spec.sessionAffinity", "None"),
    r.set("spec.sessionAffinityConfig", null, { when: ({ spec }) => spec.sessionAffinity === "None", always: true }),
    r.set(
      "spec.sessionAffinityConfig",
      { clientIP: { timeoutSeconds: 10800 } },
      {
        when: ({ spec }) =>
          spec.sessionAffinity === "ClientIP" && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds == null,
        always: true,
      },
    ),
    r.set("spec.type", "ClusterIP"),
    r.set("spec.externalTrafficPolicy", "Cluster", {
      when: ({ spec }) =>
        spec.type === "LoadBalancer" ||
        spec.type === "NodePort" ||
        (spec.type === "ClusterIP" && !isEmpty(spec.externalIPs)),
    }),
    r.set("spec.internalTrafficPolicy", "Cluster", {
      when: ({ spec }) => ["ClusterIP", "NodePort", "LoadBalancer"].includes(spec.type ?? ""),
    }),
    r.set("spec.allocateLoadBalancerNodePorts", true, { when: ({ spec }) => spec.type === "LoadBalancer" }),
    r.set("status.loadBalancer.ingress[*].ipMode", "VIP", {
      when: ({ spec }, it) => spec.type === "LoadBalancer" && !isEmpty(it.ip),
      gate: "LoadBalancerIPMode",
    }),
  ]),
  "api.core.v1.ServicePort": rows<ServicePortView>((r) => [
    r.set("protocol", "TCP"),
    r.compute("targetPort", ({ port }) => port, {
      when: ({ targetPort }) => targetPort == null || targetPort === 0 || targetPort === "",
      always: true,
    }),
  ]),
  "api.core.v1.Secret": rows<SecretView>((r) => [
    r.set("type", "Opaque"),
    r.assemble("data", ({ data, stringData }) => withTexts(data, stringData), {
      when: ({ stringData }) => !isEmpty(stringData),
      always: true,
      source: "conversion",
    }),
    r.set("stringData", null, { always: true, source: "conversion" }),
  ]),
  "api.core.v1.EndpointPort": rows((r) => [r.set("protocol", "TCP")]),
  "api.core.v1.Namespace": rows<{ readonly metadata: { readonly name?: string } }>((r) => [
    r.compute("metadata.labels['{labelDomain}/metadata.name']", ({ metadata }) => metadata.name, {
      when: ({ metadata }) => !isEmpty(metadata.name),
      always: true,
    }),
  ]),
  "api.core.v1.NamespaceStatus": rows((r) => [r.set("phase", "Active")]),
  "api.core.v1.ConfigMap": rows((r) => [r.set("data", {}, { hidden: true })]),
  "api.core.v1.NodeSpec": rows<NodeSpecView>((r) => [
    r.compute("podCIDRs", ({ podCIDR }) => [podCIDR], {
      when: ({ podCIDR, podCIDRs }) => !isEmpty(podCIDR) && podCIDRs?.[0] !== podCIDR,
      always: true,
      source: "conversion",
    }),
    r.compute("podCIDR", ({ podCIDRs }) => podCIDRs?.[0], {
      when: ({ podCIDRs }) => !isEmpty(podCIDRs),
      always: true,
      source: "conversion",
    }),
  ]),
};
