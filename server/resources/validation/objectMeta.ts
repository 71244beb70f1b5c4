/** Rules of `metadata` that hold for every kind. */

import { append } from "../../../shared/append.ts";
import { child, type FieldError, forbidden, index, invalid, required, tooLong } from "../../../shared/fieldError.ts";
import type { ManagedFieldsEntry, ObjectMeta } from "../../../shared/object.ts";
import { checkQualifiedName } from "../../../shared/qualifiedName.ts";
import { byteLength } from "../../../shared/regexText.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { validateFieldManager } from "./fieldManager.ts";
import { validateFinalizerDomain } from "./finalizerName.ts";
import { invalidText, textList, timeText } from "./goText.ts";
import { validateAnnotations, validateLabels } from "./labels.ts";
import { checkLabel, checkName, invalidBy, type NameFormat } from "./names.ts";
import { validateOwnerReferences } from "./ownerReferences.ts";

/** What depends on the kind. */
export interface ObjectMetaOptions {
  readonly namespaced: boolean;
  /** Default "subdomain". */
  readonly nameFormat?: NameFormat;
  /** Default `metadata`. */
  readonly path?: string;
  /**
   * When given, a finalizer without a domain must be one of the standard ones, as for every built-in kind. Custom resources
   * leave it out.
   */
  readonly vocabulary?: Vocabulary;
}

/** Field errors of the metadata of a new object, or of a whole object that is checked again. */
export function validateObjectMeta(
  meta: ObjectMeta,
  options: ObjectMetaOptions,
  path: string = options.path ?? "metadata",
): FieldError[] {
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
  append(errors, validateLabels(meta.labels, child(path, "labels")));
  append(errors, validateAnnotations(meta.annotations, child(path, "annotations")));
  append(errors, validateOwnerReferences(meta.ownerReferences, child(path, "ownerReferences")));
  append(errors, validateFinalizers(meta.finalizers, child(path, "finalizers")));
  append(errors, validateManagedFields(meta.managedFields, child(path, "managedFields")));
  append(errors, validateFinalizerDomains(meta.finalizers, child(path, "finalizers"), options.vocabulary));
  return errors;
}

function validateNamespaceField(namespace: string, namespaced: boolean, path: string): FieldError[] {
  const at = child(path, "namespace");
  if (!namespaced) return namespace === "" ? [] : [forbidden(at, "not allowed on this type")];
  return namespace === "" ? [required(at)] : invalidBy(at, namespace, checkLabel(namespace));
}

/** How the rules of a kind look at the metadata of a changed object: beside the old one, or as that of a new one. */
export type MetadataRule = "change" | "whole";

/**
 * Field errors of metadata between two states of an object. The reference looks at it for every kind, and again within the
 * kind's own rules, once or more; `causes` lists what is found each time, and so does the answer here.
 * @param own how the kind's rules look at it, in their order
 */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  own: readonly MetadataRule[],
  options: ObjectMetaOptions,
): FieldError[] {
  const path = options.path ?? "metadata";
  const changes = metaChanges(meta, old, path);
  const domains = validateFinalizerDomains(meta.finalizers, child(path, "finalizers"), options.vocabulary);
  const looks = { change: () => [...changes, ...domains], whole: () => validateObjectMeta(meta, options) };
  return [...changes, ...own.flatMap((rule) => looks[rule]())];
}

function metaChanges(meta: ObjectMeta, old: ObjectMeta, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const added = (meta.finalizers ?? []).filter((finalizer) => !(old.finalizers ?? []).includes(finalizer)).sort();
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
  append(errors, validateLabels(meta.labels, child(path, "labels")));
  append(errors, validateAnnotations(meta.annotations, child(path, "annotations")));
  append(errors, validateOwnerReferences(meta.ownerReferences, child(path, "ownerReferences")));
  append(errors, validateManagedFields(meta.managedFields, child(path, "managedFields")));
  return errors;
}

/** Form of finalizers, and the two that exclude each other. */
export function validateFinalizers(finalizers: readonly string[] | undefined, path: string): FieldError[] {
  const list = finalizers ?? [];
  const errors = list.flatMap((finalizer) => invalidBy(path, finalizer, checkQualifiedName(finalizer)));
  if (list.includes("orphan") && list.includes("foregroundDeletion")) {
    errors.push(invalidText(path, textList(list), "finalizer orphan and foregroundDeletion cannot be both set"));
  }
  return errors;
}

function validateFinalizerDomains(
  finalizers: readonly string[] | undefined,
  path: string,
  vocabulary: Vocabulary | undefined,
): FieldError[] {
  if (vocabulary === undefined) return [];
  return (finalizers ?? []).flatMap((finalizer, i) => validateFinalizerDomain(finalizer, index(path, i), vocabulary));
}

function validateManagedFields(entries: readonly ManagedFieldsEntry[] | undefined, path: string): FieldError[] {
  return (entries ?? []).flatMap((entry, i) => {
    const at = index(path, i);
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
