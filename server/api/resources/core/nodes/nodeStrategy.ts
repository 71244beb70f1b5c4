import type { ApiObject } from "../../../../../shared/object.ts";
import { copyMember, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { asNode } from "../views.ts";
import { nodeChangeErrors, nodeErrors } from "./nodeValidation.ts";

/** The range and its list form are one thing. */
function normalizeRanges(object: ApiObject): void {
  const { spec } = asNode(object);
  if (spec === undefined) return;
  if (spec.podCIDR && (spec.podCIDRs ?? []).length === 0) spec.podCIDRs = [spec.podCIDR];
  else if (!spec.podCIDR && spec.podCIDRs?.[0] !== undefined) spec.podCIDR = spec.podCIDRs[0];
}

/** A way to configure nodes that is gone: what is stored stays, nothing new comes in. */
function dropConfigSource(object: ApiObject, old?: ApiObject): void {
  const { spec } = asNode(object);
  if (spec !== undefined && (old === undefined || asNode(old).spec?.configSource === undefined)) {
    delete spec.configSource;
  }
}

function warnings({ vocabulary }: WriteContext, object: ApiObject): string[] {
  const { spec } = asNode(object);
  const found: string[] = [];
  if (spec?.configSource !== undefined) found.push("spec.configSource: the feature is removed");
  if (spec?.externalID) {
    found.push(vocabulary.render("spec.externalID: this field is deprecated, and is unused by {Product}"));
  }
  return found;
}

/** Rules of nodes. */
export const nodeStrategy: Strategy = {
  metadataOnUpdate: ["whole", "change"],
  prepareForCreate(_context, object) {
    normalizeRanges(object);
    dropConfigSource(object);
  },
  prepareForUpdate(_context, object, old) {
    normalizeRanges(object);
    dropConfigSource(object, old);
    copyMember(object, old, "status");
  },
  *validating({ vocabulary }, object, old) {
    const errors = yield* nodeErrors(asNode(object), vocabulary);
    if (old === undefined) return errors;
    return [...errors, ...(yield* nodeChangeErrors(asNode(object), asNode(old), vocabulary))];
  },
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  resetFields: [["status"]],
};

/** Rules of the status of nodes. */
export const nodeStatusStrategy: Strategy = statusStrategy(nodeStrategy, {
  validating: ({ vocabulary }, object, old) => nodeChangeErrors(asNode(object), asNode(old), vocabulary),
});
