import type { IngressClass } from "kubernetes-types/networking/v1";
import { NONE } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { ingressClassStrategy } from "./ingressClassStrategy.ts";

/** Columns of ingress classes. */
const ingressClassColumns = nameAndAge(
  textColumn(
    "Controller",
    "Controller that is responsible for handling this class",
    (o) => narrow<IngressClass>(o).spec?.controller ?? "",
  ),
  textColumn("Parameters", "A reference to a resource with additional parameters", (o) => {
    const parameters = narrow<IngressClass>(o).spec?.parameters;
    if (parameters === undefined) return NONE;
    const { apiGroup, kind, name } = parameters;
    return apiGroup === undefined ? `${kind}/${name}` : `${kind}.${apiGroup}/${name}`;
  }),
);

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
});
