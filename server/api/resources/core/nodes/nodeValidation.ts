/** Rules of nodes. */

import type { Node } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/append.ts";
import { child, type FieldError, forbidden } from "../../../../../shared/fieldError.ts";
import { quoted } from "../../../../../shared/quoted.ts";
import { parseCidr, validateCidr } from "../../../../ground/formats/addresses.ts";
import { duplicateText, invalidText, structText, textList } from "../../../../ground/formats/goText.ts";
import { validateResourceQuantity } from "../../../../ground/formats/quantity.ts";
import { validateTaints } from "../../validation/pod/tolerations.ts";

type NodeView = Pick<Node, "spec" | "status">;

/** Field errors of a node by itself. */
export const validateNode = (node: NodeView): FieldError[] => [
  ...validateTaints(node.spec?.taints, "metadata.taints"),
  ...validateAmounts(node),
  ...validateRanges(node.spec?.podCIDRs ?? []),
];

function validateAmounts({ status }: NodeView): FieldError[] {
  return (["capacity", "allocatable"] as const).flatMap((field) =>
    Object.entries(status?.[field] ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, amount]) => validateResourceQuantity(name, amount, child(`status.${field}`, name))),
  );
}

function validateRanges(ranges: readonly string[]): FieldError[] {
  const path = "spec.podCIDRs";
  const errors = ranges.flatMap((range, i) => validateCidr(range, `${path}[${i}]`));
  if (ranges.length < 2) return errors;
  const broken = ranges.find((range) => parseCidr(range) === undefined);
  if (broken !== undefined) {
    errors.push({
      type: "InternalError",
      field: path,
      message: `Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR address: ${broken}`,
    });
  }
  const families = new Set(ranges.map((range) => parseCidr(range)?.family));
  return broken === undefined && families.size === ranges.length
    ? errors
    : [...errors, invalidText(path, textList(ranges), "may specify no more than one CIDR for each IP family")];
}

/** Who a node is does not change: its provider's name for it and its pods' addresses are set once. */
export function validateNodeChange(node: NodeView, old: NodeView): FieldError[] {
  const errors = [...validateAmounts(node), ...validateAddresses(node)];
  const before = old.spec ?? {};
  const now = node.spec ?? {};
  const ranges = now.podCIDRs ?? [];
  const had = before.podCIDRs ?? [];
  const changed = had.length === ranges.length ? had.filter((range, i) => range !== ranges[i]).length : 1;
  for (let i = 0; had.length > 0 && i < changed; i++) {
    errors.push(forbidden("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid'));
  }
  if ((before.providerID ?? "") !== "" && before.providerID !== now.providerID) {
    errors.push(forbidden("spec.providerID", 'node updates may not change providerID except from "" to valid'));
  }
  append(errors, validateTaints(now.taints, "metadata.taints"));
  if ((before.externalID ?? "") !== (now.externalID ?? "")) {
    errors.push(forbidden("spec.externalID", "may not be updated"));
  }
  return errors;
}

function validateAddresses({ status }: NodeView): FieldError[] {
  const seen = new Set<string>();
  return (status?.addresses ?? []).flatMap(({ type = "", address = "" }, i) => {
    const shown = structText("core.NodeAddress", { Type: quoted(type), Address: quoted(address) });
    if (seen.has(shown)) return [duplicateText(`status.addresses[${i}]`, shown)];
    seen.add(shown);
    return [];
  });
}
