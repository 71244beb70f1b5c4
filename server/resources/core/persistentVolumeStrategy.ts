import type { PersistentVolumeSpec } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { type FieldError, forbidden, invalid, key, notSupported, required } from "../../../shared/fieldError.ts";
import { timestamp } from "../../../shared/time.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { checkSubdomain, invalidBy } from "../validation/names.ts";
import { validateNodeSelector } from "../validation/pod/affinity.ts";
import { validateOptionalChoice } from "../validation/pod/choice.ts";
import { compareQuantities } from "../validation/quantity.ts";
import { persistentSourceOf, SOURCE_FIELDS } from "./persistentVolumeSources.ts";
import { specDifference } from "./specDifference.ts";
import { validateAccessModes } from "./storageRules.ts";
import { asPersistentVolume } from "./views.ts";

/** Field errors of a volume's spec. */
export function validatePersistentVolumeSpec(spec: PersistentVolumeSpec): FieldError[] {
  const errors = validateAccessModes(spec.accessModes, "spec.accessModes");
  const capacity = Object.entries(spec.capacity ?? {});
  if (capacity.length === 0) errors.push(required("spec.capacity"));
  else if (capacity.length > 1 || spec.capacity?.["storage"] === undefined) {
    errors.push(notSupported("spec.capacity", spec.capacity, ["storage"]));
  }
  for (const [name, amount] of capacity) {
    if (compareQuantities(amount, "0") <= 0) {
      errors.push(invalid(key("spec.capacity", name), amount, "must be greater than zero"));
    }
  }
  errors.push(
    ...validateOptionalChoice(
      spec.persistentVolumeReclaimPolicy,
      ["Delete", "Recycle", "Retain"],
      "spec.persistentVolumeReclaimPolicy",
    ),
  );
  const affinity = spec.nodeAffinity?.required;
  if (spec.nodeAffinity) {
    if (affinity) errors.push(...validateNodeSelector(affinity, "spec.nodeAffinity.required"));
    else errors.push(required("spec.nodeAffinity.required", "must specify required node constraints"));
  }
  const sources = SOURCE_FIELDS.filter((field) => spec[field] !== undefined && spec[field] !== null);
  for (const source of sources.slice(1)) {
    errors.push(forbidden(`spec.${source}`, "may not specify more than 1 volume type"));
  }
  if (sources.length === 0) errors.push(required("spec", "must specify a volume type"));
  if (spec.local && !spec.nodeAffinity)
    errors.push(required("spec.nodeAffinity", "Local volume requires node affinity"));
  if (spec.hostPath?.path === "/" && spec.persistentVolumeReclaimPolicy === "Recycle") {
    errors.push(forbidden("spec.persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'"));
  }
  const className = spec.storageClassName ?? "";
  if (className !== "") errors.push(...invalidBy("spec.storageClassName", className, checkSubdomain(className)));
  return [...errors, ...validateOptionalChoice(spec.volumeMode, ["Block", "Filesystem"], "spec.volumeMode")];
}

function validateUpdate(spec: PersistentVolumeSpec, old: PersistentVolumeSpec): FieldError[] {
  const errors = validatePersistentVolumeSpec(spec);
  const source = persistentSourceOf(spec);
  const before = persistentSourceOf(old);
  if (!deepEqual(source, before)) {
    errors.push(
      forbidden(
        "spec.persistentvolumesource",
        `spec.persistentvolumesource is immutable after creation\n${specDifference("PersistentVolumeSource", before, source)}`,
      ),
    );
  }
  if (!deepEqual(spec.volumeMode, old.volumeMode)) {
    errors.push(invalid("spec.volumeMode", spec.volumeMode, "field is immutable"));
  }
  if (old.nodeAffinity !== undefined && !deepEqual(spec.nodeAffinity, old.nodeAffinity)) {
    errors.push(invalid("spec.nodeAffinity", spec.nodeAffinity, "field is immutable"));
  }
  return errors;
}

const own: Strategy = {
  returnsDeletedObject: true,
  prepareForCreate(context, object) {
    object["status"] = { phase: "Pending", lastPhaseTransitionTime: timestamp(context.now()) };
  },
  validate: (_context, object) => validatePersistentVolumeSpec(asPersistentVolume(object).spec ?? {}),
  validateUpdate: (_context, object, old) =>
    validateUpdate(asPersistentVolume(object).spec ?? {}, asPersistentVolume(old).spec ?? {}),
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
    // Whoever moves the phase may say when; else it was now.
    if (moved && deepEqual(status["lastPhaseTransitionTime"], before?.["lastPhaseTransitionTime"])) {
      object["status"] = { ...status, lastPhaseTransitionTime: timestamp(context.now()) };
    }
  },
});
