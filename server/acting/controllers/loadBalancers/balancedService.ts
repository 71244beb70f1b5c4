import type { LoadBalancerIngress, Service } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";

/** A stored service. The type package lacks some of its fields. */
export type BalancedService = Service &
  ApiObject & { readonly spec?: { readonly loadBalancerClass?: string; readonly ipFamilies?: string[] } };

export type Ingress = LoadBalancerIngress & { readonly ipMode?: string };

/** Whether a service wants a load balancer, and specifies no load balancer class. */
export const needsLoadBalancer = ({ spec }: BalancedService): boolean =>
  spec?.type === "LoadBalancer" && (spec.loadBalancerClass ?? undefined) === undefined;

/** The parts of a service that configure its load balancer, with the reasons of the Events about their changes. */
const PARTS: readonly { readonly reason: string; readonly read: (service: BalancedService) => unknown }[] = [
  { reason: "LoadBalancerSourceRanges", read: ({ spec }) => spec?.loadBalancerSourceRanges ?? [] },
  { reason: "LoadbalancerIP", read: ({ spec }) => spec?.loadBalancerIP ?? "" },
  { reason: "ExternalTrafficPolicy", read: ({ spec }) => spec?.externalTrafficPolicy ?? "" },
  { reason: "HealthCheckNodePort", read: ({ spec }) => spec?.healthCheckNodePort ?? 0 },
];

const shown = (value: unknown): string => (Array.isArray(value) ? `[${value.join(" ")}]` : String(value));

/** The reasons and messages of Events about a change of the load balancer's configuration. */
export function* balancerChanges(service: BalancedService, before: BalancedService): Generator<[string, string]> {
  if (service.spec?.type !== before.spec?.type && (needsLoadBalancer(service) || needsLoadBalancer(before))) {
    yield ["Type", `${before.spec?.type} -> ${service.spec?.type}`];
  }
  if (!needsLoadBalancer(service) || !needsLoadBalancer(before)) return;
  for (const { reason, read } of PARTS) {
    const [then, now] = [shown(read(before)), shown(read(service))];
    if (then !== now) yield [reason, `${then} -> ${now}`];
  }
  const external = (one: BalancedService): string[] => one.spec?.externalIPs ?? [];
  if (external(before).length !== external(service).length) {
    yield ["ExternalIP", `Count: ${external(before).length} -> ${external(service).length}`];
  } else {
    for (const ip of external(service)) if (!external(before).includes(ip)) yield ["ExternalIP", `Added: ${ip}`];
  }
}

const portsOf = ({ spec }: BalancedService): string =>
  JSON.stringify([spec?.ports ?? [], spec?.sessionAffinity ?? "", spec?.ipFamilies ?? []]);

/** Whether a change affects the load balancer without an Event about it. */
export const changesPorts = (service: BalancedService, before: BalancedService): boolean =>
  portsOf(service) !== portsOf(before);
