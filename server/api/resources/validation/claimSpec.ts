/** Rules of a claim's spec: in claims, in claim templates of stateful sets, and in ephemeral volumes of pods. */

import type { PersistentVolumeClaimSpec, PersistentVolumeClaimTemplate } from "kubernetes-types/core/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, invalid, key, required } from "../../../../shared/fieldError.ts";
import type { ObjectMeta } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { isExplicitlyEmpty } from "../../../ground/formats/explicitEmpties.ts";
import { annotationErrors, labelErrors, labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names/names.ts";
import { compareQuantities } from "../../../ground/formats/quantity.ts";
import { invalidText, pointer } from "../../../ground/formats/wording/goText.ts";
import { accessModeErrors } from "./accessModes.ts";
import { validateOptionalChoice } from "./pod/choice.ts";

/** The source of a new volume's data. */
interface DataSource {
  readonly apiGroup?: string | null;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string | null;
}

/** Relaxed rules for a change of an existing claim. */
export interface ClaimSpecOptions {
  /** Sources stored before their group was validated may keep it. */
  readonly anySourceGroup?: boolean;
}

/** Field errors of a claim's spec. @param path `spec` */
export function* claimSpecErrors(
  spec: PersistentVolumeClaimSpec,
  path = "spec",
  options: ClaimSpecOptions = {},
): Steps<FieldError[]> {
  const at = (field: string): string => child(path, field);
  const errors: FieldError[] = [];
  if ((spec.accessModes ?? []).length === 0) {
    errors.push(required(at("accessModes"), "at least 1 access mode is required"));
  }
  append(errors, yield* labelSelectorErrors(spec.selector, at("selector")));
  append(errors, yield* accessModeErrors(spec.accessModes, at("accessModes")));
  const size = spec.resources?.requests?.["storage"];
  const sizePath = key(at("resources"), "storage");
  if (size === undefined) errors.push(required(sizePath));
  else if (compareQuantities(size, "0") <= 0) errors.push(invalid(sizePath, size, "must be greater than zero"));
  const className = spec.storageClassName ?? "";
  if (className !== "") append(errors, invalidBy(at("storageClassName"), className, checkSubdomain(className)));
  append(errors, validateOptionalChoice(spec.volumeMode, ["Block", "Filesystem"], at("volumeMode")));
  append(errors, validateSources(spec, path, options));
  const attributes = spec.volumeAttributesClassName ?? "";
  return attributes === ""
    ? errors
    : [...errors, ...invalidBy(at("volumeAttributesClassName"), attributes, checkSubdomain(attributes))];
}

function validateSources(spec: PersistentVolumeClaimSpec, path: string, options: ClaimSpecOptions): FieldError[] {
  const source: DataSource | undefined = spec.dataSource ?? undefined;
  const reference: DataSource | undefined = spec.dataSourceRef ?? undefined;
  const errors: FieldError[] = [];
  if (source !== undefined) append(errors, validateSource(source, child(path, "dataSource"), options));
  if (reference !== undefined) {
    const at = child(path, "dataSourceRef");
    const namespace = reference.namespace ?? "";
    append(errors, validateSource(reference, at, options));
    if (namespace !== "") append(errors, invalidBy(child(at, "namespace"), namespace, checkLabel(namespace)));
  }
  if (source === undefined || reference === undefined) return errors;
  // As value, the reference prints the path of the old field as a Go structure.
  const shown = `field.Path{name:"dataSource", index:"", parent:${pointer("field.Path", path)}}`;
  if ((reference.namespace ?? "") !== "") {
    errors.push(invalidText(path, shown, "may not be specified when dataSourceRef.namespace is specified"));
  } else if (!sameSource(source, reference)) {
    errors.push(invalidText(path, shown, "must match dataSourceRef"));
  }
  return errors;
}

const sameSource = (a: DataSource, b: DataSource): boolean =>
  (a.apiGroup ?? null) === (b.apiGroup ?? null) && a.kind === b.kind && a.name === b.name;

function validateSource(
  { apiGroup, kind = "", name = "" }: DataSource,
  path: string,
  { anySourceGroup }: ClaimSpecOptions,
): FieldError[] {
  const errors: FieldError[] = [];
  const group = apiGroup ?? "";
  if (name === "") errors.push(required(child(path, "name")));
  if (kind === "") errors.push(required(child(path, "kind")));
  if (group === "" && kind !== "PersistentVolumeClaim") {
    errors.push(invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  if (group !== "" && anySourceGroup !== true) {
    append(errors, invalidBy(child(path, "apiGroup"), group, checkSubdomain(group)));
  }
  return errors;
}

/** Fields that a template's metadata must not set, with the name that errors use, in the reference's order. */
const NOT_OF_TEMPLATES: readonly (readonly [field: string, named?: string])[] = [
  ["name"],
  ["generateName"],
  ["namespace"],
  ["selfLink"],
  ["uid", "uID"],
  ["resourceVersion"],
  ["generation"],
  ["creationTimestamp"],
  ["deletionTimestamp"],
  ["deletionGracePeriodSeconds"],
  ["ownerReferences"],
  ["finalizers"],
  ["managedFields"],
];
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "" && value !== 0;

/** Field errors of the metadata in a template for other objects: only labels and annotations are allowed. */
export function* templateMetadataErrors(metadata: ObjectMeta, at: string): Steps<FieldError[]> {
  const values = metadata as Readonly<Record<string, unknown>>;
  const others = NOT_OF_TEMPLATES.filter(
    ([field]) =>
      isSet(values[field]) ||
      (field === "deletionGracePeriodSeconds" && values[field] === 0) ||
      isExplicitlyEmpty(metadata, field),
  );
  return [
    ...(yield* annotationErrors(metadata.annotations, child(at, "annotations"))),
    ...(yield* labelErrors(metadata.labels, child(at, "labels"))),
    ...others.map(([field, named = field]) => forbidden(child(at, named), "cannot be set")),
  ];
}

/** Field errors of the claim template of a pod's ephemeral volume. */
export function* claimTemplateErrors(template: PersistentVolumeClaimTemplate, path: string): Steps<FieldError[]> {
  return [
    ...(yield* templateMetadataErrors((template.metadata ?? {}) as ObjectMeta, child(path, "metadata"))),
    ...(yield* claimSpecErrors(template.spec, child(path, "spec"))),
  ];
}
