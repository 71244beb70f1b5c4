import type { NetworkPolicy } from "kubernetes-types/networking/v1";
import { selectorText } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { networkPolicyStrategy } from "./networkPolicyStrategy.ts";

/** Columns of network policies. */
const networkPolicyColumns = nameAndAge(
  textColumn(
    "Pod-Selector",
    "Selects the pods to which this NetworkPolicy object applies.  The array of ingress rules is applied to any pods selected by this field. Multiple network policies can select the same set of pods.  In this case, the ingress rules for each are combined additively. This field is NOT optional and follows standard label selector semantics. An empty podSelector matches all pods in this namespace.",
    (o) => selectorText(narrow<NetworkPolicy>(o).spec?.podSelector),
  ),
);

/** `networking.{domain}/v1` networkpolicies. */
export const networkPolicies = defineResource({
  group: "networking.{domain}",
  version: "v1",
  kind: "NetworkPolicy",
  plural: "networkpolicies",
  singular: "networkpolicy",
  scope: "Namespaced",
  definition: "api.networking.v1.NetworkPolicy",
  shortNames: ["netpol"],
  strategy: networkPolicyStrategy,
  columns: networkPolicyColumns,
});
