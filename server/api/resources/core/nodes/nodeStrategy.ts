import type { ApiObject } from "../../../../../shared/object.ts";
import { type Features, isOn } from "../../../registry/features.ts";
import { NO_METADATA_ERRORS } from "../../../registry/metadata/objectMeta.ts";
import { copyMember, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { asNode } from "../views.ts";
import { nodeChangeErrors, nodeErrors } from "./nodeValidation.ts";

/** Keeps `podCIDR` and `podCIDRs` in agreement when only one of them is set. */
function normalizeRanges(object: ApiObject): void {
  const { spec } = asNode(object);
  if (spec === undefined) return;
  if (spec.podCIDR && (spec.podCIDRs ?? []).length === 0) spec.podCIDRs = [spec.podCIDR];
  else if (!spec.podCIDR && spec.podCIDRs?.[0] !== undefined) spec.podCIDR = spec.podCIDRs[0];
}

/**
 * Drops fields that no node can use: `configSource`, a removed way to configure nodes, unless it is stored, and reports
 * of features that are off.
 */
function dropUnused({ features }: WriteContext, object: ApiObject, old?: ApiObject): void {
  const { spec } = asNode(object);
  const before = old && asNode(old);
  if (spec !== undefined && before?.spec?.configSource === undefined) delete spec.configSource;
  dropUnusedReports(features, object, old);
}

/** Drops reports of features that are off; of these, `features` stays when it is stored. */
function dropUnusedReports(features: Features | undefined, object: ApiObject, old: ApiObject | undefined): void {
  if (object["status"] === undefined) return;
  // An update takes its status from the stored node, which must not change.
  const status = { ...(object["status"] as Record<string, unknown>) };
  const before = old?.["status"] as Record<string, unknown> | undefined;
  if (!isOn(features, "RecursiveReadOnlyMounts") && !isOn(features, "UserNamespacesSupport")) {
    delete status["runtimeHandlers"];
  }
  if (!isOn(features, "SupplementalGroupsPolicy") && (before?.["features"] ?? undefined) === undefined) {
    delete status["features"];
  }
  object["status"] = status;
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
  metadataOnUpdate: "woven",
  prepareForCreate(context, object) {
    normalizeRanges(object);
    dropUnused(context, object);
    const status = object["status"] as Record<string, unknown> | undefined;
    if (status !== undefined) delete status["config"];
  },
  prepareForUpdate(context, object, old) {
    normalizeRanges(object);
    copyMember(object, old, "status");
    dropUnused(context, object, old);
  },
  *validating({ vocabulary }, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const errors = yield* nodeErrors(asNode(object), vocabulary);
    if (old === undefined) return errors;
    return [...whole, ...errors, ...change, ...(yield* nodeChangeErrors(asNode(object), asNode(old), vocabulary))];
  },
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  resetFields: [["status"]],
};

/** Rules of the status of nodes. */
export const nodeStatusStrategy: Strategy = statusStrategy(nodeStrategy, {
  prepare(_context, object, old) {
    const status = object["status"] as Record<string, unknown> | undefined;
    if (status !== undefined && asNode(old).status?.config === undefined) delete status["config"];
  },
  validating: ({ vocabulary }, object, old) => nodeChangeErrors(asNode(object), asNode(old), vocabulary),
});
