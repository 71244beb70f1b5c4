import { posix } from "node:path";
import type { PersistentVolumeSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/append.ts";
import { deepEqual, equalInSteps } from "../../../../../shared/deepEqual.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { type FieldError, forbidden, invalid, key, required } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import { checkSubdomain } from "../../../../../shared/qualifiedName.ts";
import { quantityValue } from "../../../../../shared/quantity.ts";
import { quoted } from "../../../../../shared/quoted.ts";
import { sortedEntries } from "../../../../../shared/sortInSteps.ts";
import { each, type Steps } from "../../../../../shared/steps.ts";
import { timestamp } from "../../../../../shared/time.ts";
import { invalidText, pointer, quantityText, structText } from "../../../../ground/formats/goText.ts";
import { invalidBy } from "../../../../ground/formats/names.ts";
import { amountOf, compareQuantities } from "../../../../ground/formats/quantity.ts";
import { specStatusStrategy, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { accessModeErrors } from "../../validation/accessModes.ts";
import { nodeSelectorErrors } from "../../validation/pod/affinity.ts";
import { validateOptionalChoice } from "../../validation/pod/choice.ts";
import type { PodRules } from "../../validation/pod/podRules.ts";
import { specDifference } from "../specDifference.ts";
import { asPersistentVolume } from "../views.ts";
import { persistentSourceOf, validatePersistentSource } from "./persistentVolumeSourceRules.ts";
import { persistentVolumeWarnings } from "./persistentVolumeWarnings.ts";

/** Field errors of a volume's spec. @param name of the volume */
function* volumeErrors(spec: PersistentVolumeSpec, name = "", rules: PodRules = {}): Steps<FieldError[]> {
  const errors: FieldError[] = (spec.accessModes ?? []).length === 0 ? [required("spec.accessModes")] : [];
  append(errors, yield* accessModeErrors(spec.accessModes, "spec.accessModes"));
  append(errors, yield* capacityErrors(spec.capacity));
  const policy = spec.persistentVolumeReclaimPolicy;
  const policyPath = "spec.persistentVolumeReclaimPolicy";
  if (policy) append(errors, validateOptionalChoice(policy, ["Delete", "Recycle", "Retain"], policyPath));
  if (spec.nodeAffinity) {
    const affinity = spec.nodeAffinity.required;
    if (affinity) append(errors, yield* nodeSelectorErrors(affinity, "spec.nodeAffinity.required"));
    else errors.push(required("spec.nodeAffinity.required", "must specify required node constraints"));
  }
  append(errors, validatePersistentSource(spec, name, rules));
  if (spec.hostPath && posix.normalize(spec.hostPath.path ?? "") === "/" && policy === "Recycle") {
    errors.push(forbidden(policyPath, "may not be 'recycle' for a hostPath mount of '/'"));
  }
  const className = spec.storageClassName ?? "";
  if (className !== "") append(errors, invalidBy("spec.storageClassName", className, checkSubdomain(className)));
  append(errors, validateOptionalChoice(spec.volumeMode, ["Block", "Filesystem"], "spec.volumeMode"));
  return [...errors, ...validateAttributesClass(spec)];
}

function* capacityErrors(capacity: Readonly<Record<string, string>> | undefined): Steps<FieldError[]> {
  const amounts = yield* sortedEntries(capacity);
  const path = "spec.capacity";
  const errors: FieldError[] = amounts.length === 0 ? [required(path)] : [];
  if (amounts.length !== 1 || capacity?.["storage"] === undefined) {
    const texts = yield* each(amounts, ([name, amount]) => `${quoted(name)}:${quantityText(amount)}`);
    const shown = capacity === undefined ? "core.ResourceList(nil)" : `core.ResourceList{${texts.join(", ")}}`;
    const message = `Unsupported value: ${shown}: supported values: "storage"`;
    errors.push({ type: "FieldValueNotSupported", field: path, message });
  }
  const ofAmounts = errorsOfEach(amounts, "", ([name, amount]) => {
    const at = key(path, name);
    const value = quantityValue(amountOf(amount));
    const found: FieldError[] = [];
    if (value < 0n) found.push(invalidText(at, String(value), "must be a valid resource quantity"));
    if (compareQuantities(amount, "0") <= 0) found.push(invalid(at, amount, "must be greater than zero"));
    return found;
  });
  return [...errors, ...(yield* ofAmounts)];
}

function validateAttributesClass(spec: PersistentVolumeSpec): FieldError[] {
  const name = spec.volumeAttributesClassName ?? undefined;
  const path = "spec.volumeAttributesClassName";
  if (name === undefined) return [];
  return [
    ...(name === "" ? [required(path, "an empty string is disallowed")] : invalidBy(path, name, checkSubdomain(name))),
    ...(spec.csi ? [] : [required("spec.csi", "has to be specified when using volumeAttributesClassName")]),
  ];
}

function* updateErrors(context: WriteContext, object: ApiObject, oldObject: ApiObject): Steps<FieldError[]> {
  const spec = asPersistentVolume(object).spec ?? {};
  const old = asPersistentVolume(oldObject).spec ?? {};
  const found = yield* volumeErrors(spec, object.metadata.name, context);
  // The reference checks the spec both as a new one and as a changed one, and lists what it finds twice.
  const errors = [...found, ...found];
  const before = persistentSourceOf(old);
  const source = persistentSourceOf(spec);
  // How to grow a volume may be told later.
  if (before.csi && !before.csi.controllerExpandSecretRef && source.csi?.controllerExpandSecretRef) {
    const { controllerExpandSecretRef: _, ...csi } = source.csi;
    source.csi = csi;
  }
  if (!(yield* equalInSteps(source, before))) {
    const difference = yield* specDifference("PersistentVolumeSource", before, source);
    const why = `spec.persistentvolumesource is immutable after creation\n${difference}`;
    errors.push(forbidden("spec.persistentvolumesource", why));
  }
  if (!deepEqual(spec.volumeMode, old.volumeMode)) {
    errors.push(invalid("volumeMode", spec.volumeMode, "field is immutable"));
  }
  if (old.nodeAffinity && !(yield* equalInSteps(spec.nodeAffinity, old.nodeAffinity))) {
    const shown = spec.nodeAffinity
      ? structText("core.VolumeNodeAffinity", { Required: pointer("core.NodeSelector", spec.nodeAffinity.required) })
      : `"null"`;
    const why = "field is immutable, except for updating from beta label to GA";
    errors.push(invalidText("nodeAffinity", shown, why));
  }
  return [...errors, ...validateAttributesClassChange(context, spec, old)];
}

/** The class of a volume's attributes changes only where the feature is on, and never back to none. */
export function validateAttributesClassChange(
  { features }: Pick<WriteContext, "features">,
  spec: { readonly volumeAttributesClassName?: string | undefined },
  old: { readonly volumeAttributesClassName?: string | undefined },
): FieldError[] {
  const path = "spec.volumeAttributesClassName";
  const now = spec.volumeAttributesClassName ?? undefined;
  const before = old.volumeAttributesClassName ?? undefined;
  if (now === before) return [];
  const errors: FieldError[] = [];
  if (features?.enabled("VolumeAttributesClass") !== true) {
    const why = "update is forbidden when the VolumeAttributesClass feature gate is disabled";
    errors.push(forbidden(path, why));
  }
  return before !== undefined && now === undefined
    ? [...errors, forbidden(path, "update from non-nil value to nil is forbidden")]
    : errors;
}

/** Drops the class of attributes where the feature is off and the volume has none yet. */
export function dropAttributesClass(
  { features }: Pick<WriteContext, "features">,
  spec: { volumeAttributesClassName?: string } | undefined,
  old?: { readonly volumeAttributesClassName?: string } | undefined,
): void {
  if (!spec || features?.enabled("VolumeAttributesClass") === true) return;
  if (old?.volumeAttributesClassName === undefined) delete spec.volumeAttributesClassName;
}

const warnings = ({ vocabulary }: WriteContext, object: ApiObject): Steps<string[]> =>
  persistentVolumeWarnings(object.metadata, asPersistentVolume(object).spec, vocabulary);

const own: Strategy = {
  metadataOnUpdate: ["whole", "whole"],
  returnsDeletedObject: true,
  prepareForCreate(context, object) {
    object["status"] = { phase: "Pending", lastPhaseTransitionTime: timestamp(context.now()) };
    dropAttributesClass(context, asPersistentVolume(object).spec);
  },
  prepareForUpdate: (context, object, old) =>
    dropAttributesClass(context, asPersistentVolume(object).spec, asPersistentVolume(old).spec),
  validating: (context, object, old) =>
    old === undefined
      ? volumeErrors(asPersistentVolume(object).spec ?? {}, object.metadata.name, context)
      : updateErrors(context, object, old),
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
};

/** Volumes wait from the start, and say since when. */
export const persistentVolumeStrategy = specStatusStrategy(own, { tracksGeneration: false });

/** A change of phase is dated. */
export const persistentVolumeStatusStrategy = statusStrategy(persistentVolumeStrategy, {
  prepare(context, object, old) {
    const status = asPersistentVolume(object).status;
    const before = asPersistentVolume(old).status;
    if (status === undefined) return;
    const moved = status.phase !== before?.phase;
    // A client that changes the phase may set the time; else the server sets the current one.
    if (moved && deepEqual(status["lastPhaseTransitionTime"], before?.["lastPhaseTransitionTime"])) {
      object["status"] = { ...status, lastPhaseTransitionTime: timestamp(context.now()) };
    }
  },
});
