import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { type FieldError, forbidden, invalid, key, notSupported } from "../../../../../shared/fieldError.ts";
import type { ApiObject, ObjectMeta } from "../../../../../shared/object.ts";
import { quantityValue } from "../../../../../shared/quantity.ts";
import { sortedEntries } from "../../../../../shared/sortInSteps.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../../shared/text/qualifiedName.ts";
import { invalidBy } from "../../../../ground/formats/names/names.ts";
import { amountOf, compareQuantities } from "../../../../ground/formats/quantity.ts";
import { invalidText } from "../../../../ground/formats/wording/goText.ts";
import { sameParts } from "../../../../model/schema/semanticEquality.ts";
import { type Features, isOn } from "../../../registry/features.ts";
import { type MetadataErrors, NO_METADATA_ERRORS } from "../../../registry/metadata/objectMeta.ts";
import { specStatusStrategy, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { claimSpecErrors } from "../../validation/claimSpec.ts";
import type { PodRules } from "../../validation/pod/podRules.ts";
import { isNative } from "../../validation/resourceNames.ts";
import { specDifference } from "../specDifference.ts";
import { asPersistentVolumeClaim } from "../views.ts";
import { completeSources, dropAnySource, dropForeignSources } from "./claimSources.ts";
import { dropAttributesClass, validateAttributesClassChange } from "./persistentVolumeStrategy.ts";
import { claimWarnings, classAnnotation } from "./persistentVolumeWarnings.ts";

const IMMUTABLE =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

function* updateErrors(
  context: WriteContext,
  object: ApiObject,
  oldObject: ApiObject,
  { whole, change }: MetadataErrors,
): Steps<FieldError[]> {
  const claim = asPersistentVolumeClaim(object);
  const old = asPersistentVolumeClaim(oldObject);
  const spec = claim.spec ?? {};
  const before = old.spec ?? {};
  const anySourceGroup = Boolean(before.dataSource?.apiGroup ?? before.dataSourceRef?.apiGroup);
  const found = yield* claimSpecErrors(spec, "spec", { anySourceGroup });
  // The reference validates an update as a new object and as a change, and lists the errors twice.
  const errors = [...whole, ...found, ...change, ...whole, ...found];
  const annotation = classAnnotation(context.vocabulary);
  const upgrades = upgradesClass(claim.metadata, spec, old.metadata, before, annotation);
  const className = claim.metadata.annotations?.[annotation] ?? "";
  if (!upgrades && className !== (old.metadata.annotations?.[annotation] ?? "")) {
    errors.push(invalid(`metadata.annotations.${annotation}`, className, "field is immutable"));
  }
  const munged = withAllowedChangesUndone(claim, before, upgrades, old.metadata.annotations?.[annotation]);
  if (!(yield* sameParts("api.core.v1.PersistentVolumeClaimSpec", munged.spec, munged.old))) {
    const difference = yield* specDifference("PersistentVolumeClaimSpec", munged.old, munged.spec);
    errors.push(forbidden("spec", `${IMMUTABLE}\n${difference}`));
  }
  append(errors, sizeErrors(spec, old, mayRecover(context.features, old.status)));
  if (spec.volumeMode !== before.volumeMode) {
    errors.push(invalid("volumeMode", spec.volumeMode, "field is immutable"));
  }
  append(errors, validateAttributesClassChange(context, spec, before));
  if (before.volumeAttributesClassName && spec.volumeAttributesClassName === "") {
    const detail = "update from non-nil value to an empty string is forbidden";
    errors.push(forbidden("spec.volumeAttributesClassName", detail));
  }
  return errors;
}

/** The feature gate for giving up an expansion that failed. */
const RECOVERY = "RecoverVolumeExpansionFailure";
const RECOVERY_FIELDS = ["allocatedResources", "allocatedResourceStatuses"] as const;

/** Whether a claim that was not expanded yet may request less again. */
const mayRecover = (features: Features | undefined, old: PersistentVolumeClaim["status"]): boolean =>
  isOn(features, RECOVERY) || RECOVERY_FIELDS.some((field) => old?.[field] !== undefined);

/** A claim may request less than before only while its expansion may be given up, and more than its capacity. */
function sizeErrors(
  spec: PersistentVolumeClaimSpec,
  { spec: before, status }: Pick<PersistentVolumeClaim, "spec" | "status">,
  isRecoverable: boolean,
): FieldError[] {
  const path = "spec.resources.requests.storage";
  const size = spec.resources?.requests?.["storage"] ?? "0";
  if (compareQuantities(size, before?.resources?.requests?.["storage"] ?? "0") >= 0) return [];
  if (!isRecoverable) return [forbidden(path, "field can not be less than previous value")];
  return compareQuantities(size, status?.capacity?.["storage"] ?? "0") <= 0
    ? [forbidden(path, "field can not be less than status.capacity")]
    : [];
}

/** Whether the change moves the storage class from the annotation to the field. */
function upgradesClass(
  { annotations }: ObjectMeta,
  spec: PersistentVolumeClaimSpec,
  old: ObjectMeta,
  before: PersistentVolumeClaimSpec,
  annotation: string,
): boolean {
  const was = old.annotations?.[annotation];
  const now = annotations?.[annotation];
  const named = before.storageClassName === undefined && spec.storageClassName === was;
  return was !== undefined && named && (now === undefined || now === was);
}

/**
 * Undoes the permitted changes: binding sets the volume's name, a claim without a class may get one, and a bound claim
 * may request more.
 */
function withAllowedChangesUndone(
  { spec: wanted = {}, status }: Pick<PersistentVolumeClaim, "spec" | "status">,
  before: PersistentVolumeClaimSpec,
  upgrades: boolean,
  annotation: string | undefined,
): { readonly spec: PersistentVolumeClaimSpec; readonly old: PersistentVolumeClaimSpec } {
  const spec: PersistentVolumeClaimSpec = { ...wanted };
  const old: PersistentVolumeClaimSpec = { ...before };
  if ((before.volumeName ?? "") === "") {
    if (spec.volumeName === undefined) delete old.volumeName;
    else old.volumeName = spec.volumeName;
  }
  const named = before.storageClassName === undefined && spec.storageClassName !== undefined;
  if (named && (upgrades || annotation === undefined || annotation === spec.storageClassName)) {
    delete spec.storageClassName;
  }
  if (status?.phase !== "Bound") return { spec, old };
  const requests = spec.resources?.requests;
  const size = before.resources?.requests?.["storage"];
  if (requests && size !== undefined) {
    spec.resources = { ...spec.resources, requests: { ...requests, storage: size } };
  }
  if (spec.volumeAttributesClassName !== undefined) {
    if (before.volumeAttributesClassName === undefined) delete spec.volumeAttributesClassName;
    else spec.volumeAttributesClassName = before.volumeAttributesClassName;
  }
  return { spec, old };
}

const warnings = ({ vocabulary }: WriteContext, object: ApiObject): string[] =>
  claimWarnings(object.metadata, asPersistentVolumeClaim(object).spec, vocabulary);

const own: Strategy = {
  metadataOnUpdate: "woven",
  returnsDeletedObject: true,
  // At creation the reference stores no phase; reads default it to pending.
  isCreatedBare: () => true,
  prepareForCreate(context, object) {
    const { spec } = asPersistentVolumeClaim(object);
    dropAttributesClass(context, spec);
    dropAnySource(context.features, spec, undefined);
    dropForeignSources(context, spec, undefined);
    completeSources(context.features, spec);
  },
  prepareForUpdate(context, object, old) {
    const { spec } = asPersistentVolumeClaim(object);
    const before = asPersistentVolumeClaim(old).spec;
    dropAttributesClass(context, spec, before);
    dropAnySource(context.features, spec, before);
    dropForeignSources(context, spec, before);
    completeSources(context.features, spec);
  },
  validating: (context, object, old, looks = NO_METADATA_ERRORS) =>
    old === undefined
      ? claimSpecErrors(asPersistentVolumeClaim(object).spec ?? {})
      : updateErrors(context, object, old, looks),
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
};

/** Rules of claims. A claim is pending until a controller binds it. */
export const claimStrategy = specStatusStrategy(own, { emptyStatus: { phase: "Pending" }, tracksGeneration: false });

const RESIZE_STATES = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
];

function* statusErrors({ status }: Pick<PersistentVolumeClaim, "status">, rules: PodRules): Steps<FieldError[]> {
  const capacity = yield* sortedEntries(status?.capacity);
  const errors = yield* errorsOfEach(capacity, "", ([name, amount]) =>
    validateAmount(amount, key("status.capacity", name)),
  );
  const states = errorsOfEach(yield* sortedEntries(status?.allocatedResourceStatuses), "", ([name, state]) => [
    ...validateResourceKey(name, "status.allocatedResourceStatus", rules),
    ...(RESIZE_STATES.includes(state) ? [] : [notSupported("status.allocatedResourceStatus", name, RESIZE_STATES)]),
  ]);
  append(errors, yield* states);
  const allocated = errorsOfEach(yield* sortedEntries(status?.allocatedResources), "", ([name, amount]) => {
    const wrong = validateResourceKey(name, "status.allocatedResources", rules);
    return wrong.length > 0 ? wrong : validateAmount(amount, key("status.allocatedResources", name));
  });
  return [...errors, ...(yield* allocated)];
}

function validateAmount(amount: string, path: string): FieldError[] {
  const value = quantityValue(amountOf(amount));
  return value < 0n ? [invalidText(path, String(value), "must be a valid resource quantity")] : [];
}

/** Of the native resources, a claim may only name `storage`. */
function validateResourceKey(name: string, path: string, rules: PodRules): FieldError[] {
  const errors = invalidBy(path, name, checkQualifiedName(name));
  return errors.length === 0 && isNative(name, rules) && name !== "storage"
    ? [notSupported(path, name, ["storage"])]
    : errors;
}

/** Rules of the status: the controller that binds a claim reports the resources that the claim got. */
export const claimStatusStrategy = statusStrategy(claimStrategy, {
  prepare({ features }, object, old) {
    const status = object["status"] as Record<string, unknown> | undefined;
    const before = old["status"] as Record<string, unknown> | undefined;
    const disabled = [
      ...(isOn(features, "VolumeAttributesClass") ? [] : ["currentVolumeAttributesClassName", "modifyVolumeStatus"]),
      ...(isOn(features, RECOVERY) ? [] : RECOVERY_FIELDS),
    ];
    for (const field of disabled) if (status && before?.[field] === undefined) delete status[field];
  },
  validating: (context, object) => statusErrors(asPersistentVolumeClaim(object), context),
});
