import { defineResource } from "../definition.ts";
import { ingressClassColumns } from "./ingressClassColumns.ts";
import { ingressClassStrategy } from "./ingressClassStrategy.ts";

/** `networking.{domain}/v1` ingressclasses. */
export const ingressClasses = defineResource({
  group: "networking.{domain}",
  version: "v1",
  kind: "IngressClass",
  plural: "ingressclasses",
  singular: "ingressclass",
  scope: "Cluster",
  definition: "api.networking.v1.IngressClass",
  strategy: ingressClassStrategy,
  columns: ingressClassColumns,
  storageVersionHash: "l/iqIbDgFyQ=",
});
