/** Files that show a pod's own fields. */
import type { DownwardAPIVolumeFile } from "kubernetes-types/core/v1";
import { child, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import { VOLUME_FIELDS, validateFieldRef, validateResourceFieldRef } from "./downwardApi.ts";
import { validateFileMode, validateLocalPath } from "./paths.ts";

/** Field errors of files that tell a pod about itself. */
export function validateDownwardFiles(items: readonly DownwardAPIVolumeFile[] | undefined, path: string): FieldError[] {
  return (items ?? []).flatMap((item, i) => {
    const at = index(child(path, "items"), i);
    const errors: FieldError[] = [];
    if ((item.path ?? "") === "") errors.push(required(child(at, "path")));
    errors.push(...validateLocalPath(item.path ?? "", child(at, "path")));
    if (item.fieldRef) {
      errors.push(...validateFieldRef(item.fieldRef, VOLUME_FIELDS, child(at, "fieldRef")));
      if (item.resourceFieldRef) {
        errors.push(invalid(at, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously"));
      }
    } else if (item.resourceFieldRef) {
      errors.push(...validateResourceFieldRef(item.resourceFieldRef, true, child(at, "resourceFieldRef")));
    } else {
      errors.push(required(at, "one of fieldRef and resourceFieldRef is required"));
    }
    return [...errors, ...validateFileMode(item.mode, child(at, "mode"))];
  });
}
