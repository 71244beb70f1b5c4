/** Rules of downward API files, which contain fields of the pod. */

import type { DownwardAPIVolumeFile } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, required } from "../../../../../../shared/fieldError.ts";
import { VOLUME_FIELDS, validateFieldRef, validateResourceFieldRef } from "../downwardApi.ts";
import { validateFileMode, validateLocalPath } from "../paths.ts";

/** Field errors of one file. The reference reports all files of a volume under the same path. */
export function validateDownwardFile(item: DownwardAPIVolumeFile, at: string): FieldError[] {
  const errors: FieldError[] = [];
  if ((item.path ?? "") === "") errors.push(required(child(at, "path")));
  append(errors, validateLocalPath(item.path ?? "", child(at, "path")));
  if (item.fieldRef) {
    append(errors, validateFieldRef(item.fieldRef, VOLUME_FIELDS, child(at, "fieldRef")));
    if (item.resourceFieldRef) {
      errors.push(invalid(at, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously"));
    }
  } else if (item.resourceFieldRef) {
    append(errors, validateResourceFieldRef(item.resourceFieldRef, true, child(at, "resourceFieldRef")));
  } else {
    errors.push(required(at, "one of fieldRef and resourceFieldRef is required"));
  }
  return [...errors, ...validateFileMode(item.mode, child(at, "mode"))];
}
