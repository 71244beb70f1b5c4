/** Rules of `metadata.ownerReferences`. */

import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { type OwnerReference, parseApiVersion } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { invalidText, pointer, structList } from "../../../ground/formats/wording/goText.ts";

function referenceText(reference: OwnerReference): string {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
  return `v1.OwnerReference{APIVersion:${quoted(apiVersion ?? "")}, Kind:${quoted(kind ?? "")}, Name:${quoted(name ?? "")}, UID:${quoted(uid ?? "")}, Controller:${pointer("bool", controller)}, BlockOwnerDeletion:${pointer("bool", blockOwnerDeletion)}}`;
}

/** Field errors. They name the list, not the item, except for a missing field. */
export function* ownerReferenceErrors(
  references: readonly OwnerReference[] | undefined,
  path: string,
): Steps<FieldError[]> {
  const list = references ?? [];
  const errors: FieldError[] = [];
  let controller: OwnerReference | undefined;
  let shown: string | undefined;
  for (const reference of list) {
    if (isTurnDue()) yield;
    append(errors, validateReference(reference, path));
    if (reference.controller !== true) continue;
    if (controller !== undefined) {
      shown ??= structList("v1.OwnerReference", list, referenceText);
      errors.push(
        invalidText(
          path,
          shown,
          `Only one reference can have Controller set to true. Found "true" in references for ${controller.kind}/${controller.name} and ${reference.kind}/${reference.name}`,
        ),
      );
    }
    controller ??= reference;
  }
  return errors;
}

function validateReference(reference: OwnerReference, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const apiVersion = reference.apiVersion ?? "";
  const { group, version } =
    apiVersion.split("/").length > 2 ? { group: "", version: "" } : parseApiVersion(apiVersion);
  if (version === "") errors.push(invalid(child(path, "apiVersion"), apiVersion, "version must not be empty"));
  for (const part of ["kind", "name", "uid"] as const) {
    if ((reference[part] ?? "") === "") errors.push(invalid(child(path, part), "", `${part} must not be empty`));
  }
  // Events may not own objects, because they are short-lived.
  if (group === "" && version === "v1" && reference.kind === "Event") {
    errors.push(invalidText(path, referenceText(reference), `/v1, Kind=Event is disallowed from being an owner`));
  }
  return errors;
}
