import type { ApiObject } from "../../../../shared/object.ts";
import { NONE } from "../../registry/columns/cells.ts";
import { ageColumn, nameColumn, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { type IPAddress, ipAddressStrategy } from "./ipAddressStrategy.ts";

function parentCell(object: ApiObject): string {
  const parent = decoded<IPAddress>(object).spec?.parentRef;
  if (parent === undefined) return NONE;
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  const kind = group === "" ? resource : `${resource}.${group}`;
  return [kind.toLowerCase(), ...(namespace === "" ? [] : [namespace]), name].join("/");
}

/** `networking.{domain}/v1beta1` ipaddresses. */
export const ipAddresses = defineResource({
  group: "networking.{domain}",
  version: "v1beta1",
  introduced: "1.31",
  kind: "IPAddress",
  plural: "ipaddresses",
  singular: "ipaddress",
  scope: "Cluster",
  definition: "api.networking.v1beta1.IPAddress",
  shortNames: ["ip"],
  strategy: ipAddressStrategy,
  columns: [
    nameColumn,
    textColumn("ParentRef", "Object that the address belongs to", parentCell),
    // The reference's rows have one more cell than its header has columns.
    { ...ageColumn, headless: true },
  ],
});
