/** Rules of `metadata` that hold for every kind. */

import { validateFieldManager } from "../../../../shared/apply/fieldManager.ts";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid, required, tooLong } from "../../../../shared/fieldError.ts";
import type { ManagedFieldsEntry, ObjectMeta } from "../../../../shared/object.ts";
import { immediately, type Steps } from "../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { annotationErrors, labelErrors } from "../../../ground/formats/names/labels.ts";
import {
  checkLabel,
  checkName,
  invalidBy,
  type NameCheck,
  type NameFormat,
} from "../../../ground/formats/names/names.ts";
import { invalidText, textList, timeText } from "../../../ground/formats/wording/goText.ts";
import { validateFinalizerDomain } from "./finalizerName.ts";
import { ownerReferenceErrors } from "./ownerReferences.ts";

/** The settings that depend on the kind. */
export interface ObjectMetaOptions {
  readonly namespaced: boolean;
  /** Default "subdomain". */
  readonly nameFormat?: NameFormat | NameCheck;
  /** Default `metadata`. */
  readonly path?: string;
  /**
   * When given, a finalizer without a domain must be one of the standard ones, as for every built-in kind. Custom
   * resources omit it.
   */
  readonly vocabulary?: Vocabulary;
}

/** Field errors of the metadata of a new object, or of an object that is validated as a whole again. */
export const validateObjectMeta = immediately(objectMetaErrors);

/** The same in slices that yield to the event loop. */
export function* objectMetaErrors(
  meta: ObjectMeta,
  options: ObjectMetaOptions,
  path: string = options.path ?? "metadata",
): Steps<FieldError[]> {
  const format = options.nameFormat ?? "subdomain";
  const errors: FieldError[] = [];
  const generateName = meta.generateName ?? "";
  if (generateName !== "") {
    append(errors, invalidBy(child(path, "generateName"), generateName, checkName(format, generateName, true)));
  }
  const name = meta.name ?? "";
  if (name === "") errors.push(required(child(path, "name"), "name or generateName is required"));
  else append(errors, invalidBy(child(path, "name"), name, checkName(format, name)));
  append(errors, validateNamespaceField(meta.namespace ?? "", options.namespaced, path));
  if ((meta.generation ?? 0) < 0) {
    errors.push(invalid(child(path, "generation"), meta.generation, "must be greater than or equal to 0"));
  }
  append(errors, yield* labelErrors(meta.labels, child(path, "labels")));
  append(errors, yield* annotationErrors(meta.annotations, child(path, "annotations")));
  append(errors, yield* ownerReferenceErrors(meta.ownerReferences, child(path, "ownerReferences")));
  append(errors, yield* finalizerErrors(meta.finalizers, child(path, "finalizers")));
  append(errors, yield* managedFieldsErrors(meta.managedFields, child(path, "managedFields")));
  append(errors, yield* finalizerDomainErrors(meta.finalizers, child(path, "finalizers"), options.vocabulary));
  return errors;
}

function validateNamespaceField(namespace: string, namespaced: boolean, path: string): FieldError[] {
  const at = child(path, "namespace");
  if (!namespaced) return namespace === "" ? [] : [forbidden(at, "not allowed on this type")];
  return namespace === "" ? [required(at)] : invalidBy(at, namespace, checkLabel(namespace));
}

/**
 * How a kind validates the metadata of a changed object: as a change of the old metadata, or as metadata of a new
 * object.
 */
export type MetadataRule = "change" | "whole";

/** The errors that each validation of changed metadata finds. */
export interface MetadataErrors extends Readonly<Record<MetadataRule, readonly FieldError[]>> {
  /**
   * Errors that apply to every kind: first as a whole object whose name only has to be a path segment, then as a
   * change.
   */
  readonly general: readonly FieldError[];
}

/** For a new object, whose metadata errors are reported before all others. */
export const NO_METADATA_ERRORS: MetadataErrors = { general: [], whole: [], change: [] };

/**
 * Errors of the metadata between two states of an object. The reference validates it twice for every kind, as a whole
 * object and as a change, and again within the kind's own rules. Its `causes` repeat an error for each validation that
 * finds it, and so does this function.
 * @param own the validations that the kind's own rules run; the results of the others stay empty
 */
export function* metadataChangeErrors(
  meta: ObjectMeta,
  old: ObjectMeta,
  own: readonly MetadataRule[],
  options: ObjectMetaOptions,
): Steps<MetadataErrors> {
  const path = options.path ?? "metadata";
  const changes = yield* metaChanges(meta, old, path);
  const domains = yield* finalizerDomainErrors(meta.finalizers, child(path, "finalizers"), options.vocabulary);
  const anyKind: ObjectMetaOptions = { namespaced: options.namespaced, nameFormat: "pathSegment", path };
  return {
    general: [...(yield* objectMetaErrors(meta, anyKind)), ...changes],
    whole: own.includes("whole") ? yield* objectMetaErrors(meta, options) : [],
    change: own.includes("change") ? [...changes, ...domains] : [],
  };
}

function* metaChanges(meta: ObjectMeta, old: ObjectMeta, path: string): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const before = new Set(old.finalizers);
    const added = (meta.finalizers ?? []).filter((finalizer) => !before.has(finalizer)).sort();
    if (added.length > 0) {
      errors.push(
        forbidden(
          child(path, "finalizers"),
          `no new finalizers can be added if the object is being deleted, found new finalizers ${textList(added)}`,
        ),
      );
    }
  }
  if ((meta.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(invalid(child(path, "generation"), meta.generation ?? 0, "must not be decremented"));
  }
  for (const field of ["name", "namespace", "uid"] as const) {
    if ((meta[field] ?? "") !== (old[field] ?? "")) {
      errors.push(invalid(child(path, field), meta[field] ?? "", "field is immutable"));
    }
  }
  for (const field of ["creationTimestamp", "deletionTimestamp"] as const) {
    if ((meta[field] ?? null) !== (old[field] ?? null)) {
      errors.push(invalidText(child(path, field), timeText(meta[field]), "field is immutable"));
    }
  }
  if ((meta.deletionGracePeriodSeconds ?? null) !== (old.deletionGracePeriodSeconds ?? null)) {
    errors.push(
      invalid(child(path, "deletionGracePeriodSeconds"), meta.deletionGracePeriodSeconds, "field is immutable"),
    );
  }
  append(errors, yield* labelErrors(meta.labels, child(path, "labels")));
  append(errors, yield* annotationErrors(meta.annotations, child(path, "annotations")));
  append(errors, yield* ownerReferenceErrors(meta.ownerReferences, child(path, "ownerReferences")));
  append(errors, yield* managedFieldsErrors(meta.managedFields, child(path, "managedFields")));
  return errors;
}

/** Errors of the form of finalizers, and of the two finalizers that exclude each other. */
function* finalizerErrors(finalizers: readonly string[] | undefined, path: string): Steps<FieldError[]> {
  const list = finalizers ?? [];
  const errors = yield* errorsOfEach(list, path, (finalizer) =>
    invalidBy(path, finalizer, checkQualifiedName(finalizer)),
  );
  if (list.includes("orphan") && list.includes("foregroundDeletion")) {
    errors.push(invalidText(path, textList(list), "finalizer orphan and foregroundDeletion cannot be both set"));
  }
  return errors;
}

function* finalizerDomainErrors(
  finalizers: readonly string[] | undefined,
  path: string,
  vocabulary: Vocabulary | undefined,
): Steps<FieldError[]> {
  if (vocabulary === undefined) return [];
  return yield* errorsOfEach(finalizers, path, (finalizer, at) => validateFinalizerDomain(finalizer, at, vocabulary));
}

function* managedFieldsErrors(entries: readonly ManagedFieldsEntry[] | undefined, path: string): Steps<FieldError[]> {
  return yield* errorsOfEach(entries, path, (entry, at) => {
    const errors: FieldError[] = [];
    if (entry.operation !== "Apply" && entry.operation !== "Update") {
      errors.push(invalid(child(at, "operation"), entry.operation ?? "", "must be `Apply` or `Update`"));
    }
    if (entry.fieldsType !== undefined && entry.fieldsType !== "FieldsV1") {
      errors.push(invalid(child(at, "fieldsType"), entry.fieldsType, "must be `FieldsV1`"));
    }
    append(errors, validateFieldManager(entry.manager ?? "", child(at, "manager")));
    if (byteLength(entry.subresource ?? "") > 256) errors.push(tooLong(child(at, "subresource"), 256));
    return errors;
  });
}
