import { defineResource } from "../definition.ts";
import { networkPolicyColumns } from "./networkPolicyColumns.ts";
import { networkPolicyStrategy } from "./networkPolicyStrategy.ts";

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
  storageVersionHash: "YpfwF18m1G8=",
});
