/** Defaulting rules: access, flow control, networking, scheduling and other small groups. */
import { flowControlV1beta3 } from "./flowControlV1beta3.ts";
import { isEmpty } from "./helpers.ts";
import { type DefaultTable, rows } from "./row.ts";

interface NetworkPolicyView {
  readonly spec: { readonly egress?: readonly object[] };
}

interface IngressClassView {
  readonly spec: { readonly parameters?: object };
}

export const policyDefaults: DefaultTable = {
  "api.authentication.v1.TokenRequestSpec": rows((r) => [r.set("expirationSeconds", 3600)]),
  "api.discovery.v1.EndpointPort": rows((r) => [r.set("name", ""), r.set("protocol", "TCP")]),
  "api.flowcontrol.v1.FlowSchemaSpec": rows((r) => [r.set("matchingPrecedence", 1000)]),
  "api.flowcontrol.v1.ExemptPriorityLevelConfiguration": rows((r) => [
    r.set("nominalConcurrencyShares", 0),
    r.set("lendablePercent", 0),
  ]),
  "api.flowcontrol.v1.LimitedPriorityLevelConfiguration": rows((r) => [
    r.set("nominalConcurrencyShares", 30),
    r.set("lendablePercent", 0),
  ]),
  "api.flowcontrol.v1.QueuingConfiguration": rows((r) => [
    r.set("handSize", 8),
    r.set("queues", 64),
    r.set("queueLengthLimit", 50),
  ]),
  ...flowControlV1beta3,
  "api.networking.v1.NetworkPolicyPort": rows((r) => [r.set("protocol", "TCP")]),
  "api.networking.v1.NetworkPolicy": rows<NetworkPolicyView>((r) => [
    r.set("spec.policyTypes", ["Ingress", "Egress"], { when: ({ spec }) => !isEmpty(spec.egress) }),
    r.set("spec.policyTypes", ["Ingress"]),
  ]),
  "api.networking.v1.IngressClass": rows<IngressClassView>((r) => [
    r.set("spec.parameters.scope", "Cluster", { when: ({ spec }) => spec.parameters != null }),
  ]),
  "api.rbac.v1.ClusterRoleBinding": rows((r) => [r.set("roleRef.apiGroup", "rbac.authorization.{domain}")]),
  "api.rbac.v1.RoleBinding": rows((r) => [r.set("roleRef.apiGroup", "rbac.authorization.{domain}")]),
  "api.rbac.v1.Subject": rows<{ readonly kind: string }>((r) => [
    r.set("apiGroup", "rbac.authorization.{domain}", { when: ({ kind }) => kind === "User" || kind === "Group" }),
  ]),
  "api.scheduling.v1.PriorityClass": rows((r) => [r.set("preemptionPolicy", "PreemptLowerPriority")]),
  "api.networking.v1beta1.HTTPIngressPath": rows((r) => [r.set("pathType", "ImplementationSpecific")]),
};
