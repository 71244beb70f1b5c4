import { type FieldError, index, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { parseCidr, validateCidr } from "../../../ground/formats/addresses/addresses.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { cidrsOf } from "./addresses/serviceCidr.ts";

/** Requires one range, or one of each family. */
function validate(object: ApiObject): FieldError[] {
  const path = "spec.cidrs";
  const cidrs = cidrsOf(object) ?? [];
  const whole = `networking.ServiceCIDRSpec{CIDRs:${textList(cidrs)}}`;
  if (cidrs.length === 0) return [required(path, "at least one CIDR required")];
  if (cidrs.length > 2) return [invalidText(path, whole, "may only hold up to 2 values")];
  if (cidrs.length === 2) {
    const families = cidrs.map((cidr) => parseCidr(cidr)?.family);
    if (families.includes(undefined) || families[0] === families[1]) {
      const rule = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
      return [invalidText(path, whole, rule)];
    }
  }
  return cidrs.flatMap((cidr, i) => validateCidr(cidr, index(path, i)));
}

/** As in the reference, clients may write the status with the rest, and no write resets fields of other parts. */
const strategy: Strategy = {
  metadataOnUpdate: "woven",
  prepareForCreate(_context, object) {
    object["status"] ??= {};
  },
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old, { whole, change }) => [
    ...whole,
    ...validate(object),
    ...change,
    ...validateImmutable(cidrsOf(object), cidrsOf(old), "spec.cidrs", textList(cidrsOf(object))),
  ],
};

/** `networking.{domain}/v1beta1` servicecidrs. */
export const serviceCIDRs = defineResource({
  group: "networking.{domain}",
  version: "v1beta1",
  introduced: "1.31",
  kind: "ServiceCIDR",
  plural: "servicecidrs",
  singular: "servicecidr",
  scope: "Cluster",
  definition: "api.networking.v1beta1.ServiceCIDR",
  strategy,
  columns: nameAndAge(textColumn("CIDRs", "Address ranges", (object) => (cidrsOf(object) ?? []).join(","))),
  subresources: [
    { name: "status", verbs: ["get", "patch", "update"], strategy: statusStrategy(strategy, { resetFields: [] }) },
  ],
});
