/** Rules of a pod's volumes: each has a name and exactly one source. */
import type { Volume } from "kubernetes-types/core/v1";
import { child, duplicate, type FieldError, forbidden, index, required } from "../../../../shared/fieldError.ts";
import { checkLabel, invalidBy } from "../names.ts";
import { VOLUME_SOURCES, validateVolumeSource } from "./volumeSources.ts";

/** @returns the errors, and the names of the volumes without any: only those can be mounted */
export function validateVolumes(
  volumes: readonly Volume[] | undefined | null,
  path: string,
): { readonly errors: FieldError[]; readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const errors = (volumes ?? []).flatMap((volume, i) => {
    const at = index(path, i);
    const namePath = child(at, "name");
    const { name = "" } = volume;
    const found = validateSources(volume, at);
    found.push(...(name === "" ? [required(namePath)] : invalidBy(namePath, name, checkLabel(name))));
    if (names.has(name)) found.push(duplicate(namePath, name));
    if (found.length === 0) names.add(name);
    return found;
  });
  return { errors, names };
}

function validateSources(volume: Volume, path: string): FieldError[] {
  const present = VOLUME_SOURCES.filter((source) => volume[source] !== undefined && volume[source] !== null);
  const [first, ...others] = present;
  if (first === undefined) return [required(path, "must specify a volume type")];
  return [
    ...validateVolumeSource(volume, first, child(path, first)),
    ...others.map((source) => forbidden(child(path, source), "may not specify more than 1 volume type")),
  ];
}
