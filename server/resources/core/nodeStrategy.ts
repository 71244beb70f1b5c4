import type { Node } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { type FieldError, forbidden, key } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { copyMember, statusStrategy } from "../strategies/specStatus.ts";
import { validateCidr } from "../validation/addresses.ts";
import { validateTaints } from "../validation/pod/tolerations.ts";
import { validateResourceQuantity } from "../validation/quantity.ts";
import { asNode } from "./views.ts";

type NodeView = Pick<Node, "spec" | "status">;

function validateNode({ spec, status }: NodeView): FieldError[] {
  const errors = validateTaints(spec?.taints, "metadata.taints");
  for (const field of ["capacity", "allocatable"] as const) {
    for (const [name, amount] of Object.entries(status?.[field] ?? {})) {
      errors.push(...validateResourceQuantity(name, amount, key(`status.${field}`, name)));
    }
  }
  const ranges = spec?.podCIDRs ?? (spec?.podCIDR ? [spec.podCIDR] : []);
  return [...errors, ...ranges.flatMap((range, i) => validateCidr(range, `spec.podCIDRs[${i}]`))];
}

/** Who a node is does not change: its provider's name for it and its pods' addresses are set once. */
function validateKept(node: NodeView, old: NodeView): FieldError[] {
  const errors: FieldError[] = [];
  const before = old.spec ?? {};
  const now = node.spec ?? {};
  if ((before.podCIDRs ?? []).length > 0 && !deepEqual(before.podCIDRs, now.podCIDRs)) {
    errors.push(forbidden("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid'));
  }
  if ((before.providerID ?? "") !== "" && before.providerID !== now.providerID) {
    errors.push(forbidden("spec.providerID", 'node updates may not change providerID except from "" to valid'));
  }
  errors.push(...validateTaints(now.taints, "metadata.taints"));
  return errors;
}

const validateUpdate: NonNullable<Strategy["validateUpdate"]> = (_context, object, old) => [
  ...validateNode(asNode(object)),
  ...validateKept(asNode(object), asNode(old)),
];

/** The range and its list form are one thing. */
function normalizeRanges(object: ApiObject): void {
  const { spec } = asNode(object);
  if (spec === undefined) return;
  if (spec.podCIDR && (spec.podCIDRs ?? []).length === 0) spec.podCIDRs = [spec.podCIDR];
  else if (!spec.podCIDR && spec.podCIDRs?.[0] !== undefined) spec.podCIDR = spec.podCIDRs[0];
}

/** Rules of nodes. */
export const nodeStrategy: Strategy = {
  prepareForCreate: (_context, object) => normalizeRanges(object),
  prepareForUpdate(_context, object, old) {
    normalizeRanges(object);
    copyMember(object, old, "status");
  },
  validate: (_context, object) => validateNode(asNode(object)),
  validateUpdate,
  resetFields: [["status"]],
};

/** Rules of the status of nodes. */
export const nodeStatusStrategy: Strategy = statusStrategy(nodeStrategy, {
  validate: (context, object, old) => validateUpdate(context, object, old),
});
