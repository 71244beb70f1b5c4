/** Rules of volumes with files made from other objects. */

import type { KeyToPath, ProjectedVolumeSource, VolumeProjection } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid, required } from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { validateFileMode, validateLocalPath } from "../paths.ts";
import { validateDownwardFile } from "./volumeDownwardApi.ts";

/**
 * Field errors of items, which project keys of a config map or a secret to files.
 * @param path of the volume's source
 */
export function validateKeyFiles(items: readonly KeyToPath[] | undefined | null, path: string): Steps<FieldError[]> {
  return errorsOfEach(items, child(path, "items"), validateKeyToPath);
}

function validateKeyToPath({ key = "", path = "", mode }: KeyToPath, at: string): FieldError[] {
  return [
    ...(key === "" ? [required(child(at, "key"))] : []),
    ...(path === "" ? [required(child(at, "path"))] : []),
    ...validateLocalPath(path, child(at, "path")),
    ...validateFileMode(mode, child(at, "mode")),
  ];
}

const KINDS = ["secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle"] as const;

/** Field errors of a projected volume: each source must have exactly one kind, and paths must be unique. */
export function* validateProjected(projected: ProjectedVolumeSource, path: string): Steps<FieldError[]> {
  const paths = new Set<string>();
  const ofMode = validateFileMode(projected.defaultMode, child(path, "defaultMode"));
  const ofSources = errorsWithin(projected.sources, child(path, "sources"), function* (source, at) {
    const errors = yield* validateSource(source, paths, at, path);
    const kinds = KINDS.filter((kind) => source[kind] !== undefined && source[kind] !== null);
    if (kinds.length > 1) errors.push(forbidden(at, "may not specify more than 1 volume type per source"));
    return errors;
  });
  return [...ofMode, ...(yield* ofSources)];
}

/** @param whole path of the volume's source, under which conflicts and errors of the token's path are reported */
function* validateSource(
  source: VolumeProjection,
  paths: Set<string>,
  path: string,
  whole: string,
): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const claim = (file: string | undefined, shown: string): FieldError[] => {
    if (file === undefined || file === "") return [];
    const taken = paths.has(file);
    paths.add(file);
    return taken ? [invalid(whole, shown, "conflicting duplicate paths")] : [];
  };
  for (const kind of ["secret", "configMap"] as const) {
    const part = source[kind];
    if (!part) continue;
    const at = child(path, kind);
    if ((part.name ?? "") === "") errors.push(required(child(at, "name")));
    const ofItems = errorsOfEach(part.items, child(at, "items"), (item, itemAt) => [
      ...validateKeyToPath(item, itemAt),
      ...claim(item.path, part.name ?? ""),
    ]);
    append(errors, yield* ofItems);
  }
  const downward = child(path, "downwardAPI");
  const ofFiles = errorsOfEach(source.downwardAPI?.items, downward, (file) => [
    ...validateDownwardFile(file, downward),
    ...claim(file.path, file.path),
  ]);
  append(errors, yield* ofFiles);
  const token = source.serviceAccountToken;
  if (token) append(errors, validateToken(token, child(path, "serviceAccountToken"), whole));
  return errors;
}

function validateToken(
  token: { readonly expirationSeconds?: number; readonly path?: string },
  path: string,
  whole: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const seconds = token.expirationSeconds ?? 3600;
  const at = child(path, "expirationSeconds");
  if (seconds < 600) errors.push(invalid(at, seconds, "may not specify a duration less than 10 minutes"));
  if (seconds > 2 ** 32) errors.push(invalid(at, seconds, "may not specify a duration larger than 2^32 seconds"));
  const file = token.path ?? "";
  return [
    ...errors,
    ...(file === "" ? [required(child(whole, "path"))] : validateLocalPath(file, child(whole, "path"))),
  ];
}
