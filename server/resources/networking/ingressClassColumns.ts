import type { IngressClass } from "kubernetes-types/networking/v1";
import { NONE } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of ingress classes. */
export const ingressClassColumns = nameAndAge(
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
