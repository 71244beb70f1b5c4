import { defineResource } from "../../registry/definition.ts";
import { ingressColumns } from "./ingressColumns.ts";
import { ingressStatusStrategy, ingressStrategy } from "./ingressStrategy.ts";

/** `networking.{domain}/v1` ingresses. */
export const ingresses = defineResource({
  group: "networking.{domain}",
  version: "v1",
  kind: "Ingress",
  plural: "ingresses",
  singular: "ingress",
  scope: "Namespaced",
  definition: "api.networking.v1.Ingress",
  shortNames: ["ing"],
  strategy: ingressStrategy,
  columns: ingressColumns,
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: ingressStatusStrategy }],
});
