import { posix } from "node:path";
import type { PersistentVolumeSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid, key, required } from "../../../../../shared/fieldError.ts";
import { quantityValue } from "../../../../../shared/quantity.ts";
import { sortedEntries } from "../../../../../shared/sortInSteps.ts";
import { each, type Steps } from "../../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../../shared/text/quoted.ts";
import { invalidBy } from "../../../../ground/formats/names/names.ts";
import { amountOf, compareQuantities } from "../../../../ground/formats/quantity.ts";
import { invalidText, quantityText } from "../../../../ground/formats/wording/goText.ts";
import { accessModeErrors } from "../../validation/accessModes.ts";
import { validateOptionalChoice } from "../../validation/pod/choice.ts";
import { nodeSelectorErrors } from "../../validation/pod/placement/affinity.ts";
import type { PodRules } from "../../validation/pod/podRules.ts";
import { validatePersistentSource } from "./persistentVolumeSourceRules.ts";

/** The position of a volume's spec in an object. */
export interface VolumePlace {
  /** Path of the spec; `spec` by default. */
  readonly path?: string;
  /** Name of the volume. */
  readonly name?: string | undefined;
  readonly rules?: PodRules;
}

/** Field errors of the spec of a PersistentVolume object. */
export function* volumeErrors(spec: PersistentVolumeSpec, place: VolumePlace = {}): Steps<FieldError[]> {
  const { path = "spec" } = place;
  const errors = yield* modeErrors(spec, path);
  append(errors, yield* capacityErrors(spec.capacity, child(path, "capacity")));
  const policy = spec.persistentVolumeReclaimPolicy;
  const policyPath = child(path, "persistentVolumeReclaimPolicy");
  if (policy) append(errors, validateOptionalChoice(policy, ["Delete", "Recycle", "Retain"], policyPath));
  if (spec.nodeAffinity) {
    const affinity = spec.nodeAffinity.required;
    const at = child(path, "nodeAffinity.required");
    if (affinity) append(errors, yield* nodeSelectorErrors(affinity, at));
    else errors.push(required(at, "must specify required node constraints"));
  }
  append(errors, sourceErrors(spec, place, Boolean(spec.nodeAffinity)));
  const className = spec.storageClassName ?? "";
  if (className !== "")
    append(errors, invalidBy(child(path, "storageClassName"), className, checkSubdomain(className)));
  append(errors, validateOptionalChoice(spec.volumeMode, ["Block", "Filesystem"], child(path, "volumeMode")));
  return [...errors, ...validateAttributesClass(spec, path)];
}

const NOT_INLINE = "may not be specified in the context of inline volumes";

/** Field errors of a spec inside a volume attachment: it needs a CSI source, and may have no fields about claims. */
export function* inlineVolumeErrors(spec: PersistentVolumeSpec, place: VolumePlace = {}): Steps<FieldError[]> {
  const { path = "spec" } = place;
  const refuse = (member: keyof PersistentVolumeSpec, detail = NOT_INLINE): FieldError =>
    forbidden(child(path, member), detail);
  const errors: FieldError[] = [];
  if (spec.claimRef) errors.push(refuse("claimRef"));
  if (Object.keys(spec.capacity ?? {}).length > 0) errors.push(refuse("capacity"));
  if (!spec.csi) errors.push(required(child(path, "csi"), "has to be specified in the context of inline volumes"));
  append(errors, yield* modeErrors(spec, path));
  if ((spec.persistentVolumeReclaimPolicy || "Retain") !== "Retain") {
    errors.push(refuse("persistentVolumeReclaimPolicy", "may only be Retain in the context of inline volumes"));
  }
  if (spec.nodeAffinity) errors.push(refuse("nodeAffinity"));
  append(errors, sourceErrors(spec, place, false));
  if (spec.storageClassName) errors.push(refuse("storageClassName"));
  if ((spec.volumeMode ?? "Filesystem") !== "Filesystem") {
    const detail = "may not specify volumeMode other than Filesystem in the context of inline volumes";
    errors.push(refuse("volumeMode", detail));
  }
  return errors;
}

function* modeErrors({ accessModes }: PersistentVolumeSpec, path: string): Steps<FieldError[]> {
  const at = child(path, "accessModes");
  const errors = (accessModes ?? []).length === 0 ? [required(at)] : [];
  return [...errors, ...(yield* accessModeErrors(accessModes, at))];
}

function sourceErrors(spec: PersistentVolumeSpec, place: VolumePlace, hasAffinity: boolean): FieldError[] {
  const { path = "spec", name = "", rules = {} } = place;
  const errors = validatePersistentSource(spec, path, { name, rules, hasAffinity });
  const isWhole = spec.hostPath && posix.normalize(spec.hostPath.path ?? "") === "/";
  if (!isWhole || spec.persistentVolumeReclaimPolicy !== "Recycle") return errors;
  const detail = "may not be 'recycle' for a hostPath mount of '/'";
  return [...errors, forbidden(child(path, "persistentVolumeReclaimPolicy"), detail)];
}

function* capacityErrors(capacity: Readonly<Record<string, string>> | undefined, path: string): Steps<FieldError[]> {
  const amounts = yield* sortedEntries(capacity);
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

function validateAttributesClass(spec: PersistentVolumeSpec, path: string): FieldError[] {
  const name = spec.volumeAttributesClassName ?? undefined;
  const at = child(path, "volumeAttributesClassName");
  if (name === undefined) return [];
  return [
    ...(name === "" ? [required(at, "an empty string is disallowed")] : invalidBy(at, name, checkSubdomain(name))),
    ...(spec.csi ? [] : [required(child(path, "csi"), "has to be specified when using volumeAttributesClassName")]),
  ];
}
