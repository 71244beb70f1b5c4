/** Rules of a pod's volumes. */

import type { Volume } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsWithin } from "../../../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, invalid, required } from "../../../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../../../shared/text/qualifiedName.ts";
import { checkLabel, invalidBy } from "../../../../../ground/formats/names/names.ts";
import type { PodRules } from "../podRules.ts";
import { validateIscsiVolumeName } from "./networkVolumes.ts";
import { type ImageSource, validateVolumeSource } from "./volumeSources.ts";

/**
 * Field errors of the volumes, and the valid volumes by name, which containers may mount.
 * @param podName of a pod; undefined in templates, whose pods have no names yet
 */
export function* validateVolumes(
  volumes: readonly Volume[] | undefined | null,
  path: string,
  rules: PodRules = {},
  podName?: string,
): Steps<{ readonly errors: FieldError[]; readonly names: ReadonlyMap<string, Volume> }> {
  const list = volumes ?? [];
  const names = new Map<string, Volume>();
  // Names of claims that will be created for this pod's ephemeral volumes.
  const made = new Set<string>();
  for (const { ephemeral, name } of podName ? list : []) {
    if (isTurnDue()) yield;
    if (ephemeral) made.add(`${podName}-${name}`);
  }
  const errors = yield* errorsWithin(list, path, function* (volume, at) {
    const namePath = child(at, "name");
    const { name = "" } = volume;
    const found = yield* validateVolumeSource(volume, at, rules);
    // In a template, the reference may be filled in by the creator of its pods.
    if (podName !== undefined && imageOf(volume)?.reference === "") found.push(required(child(at, "image.reference")));
    if (volume.iscsi) append(found, validateIscsiVolumeName(volume.iscsi, name, at));
    if (volume.ephemeral && podName && name !== "") append(found, validateMadeClaim(podName, name, namePath));
    append(found, name === "" ? [required(namePath)] : invalidBy(namePath, name, checkLabel(name)));
    if (names.has(name)) found.push(duplicate(namePath, name));
    if (found.length === 0) names.set(name, volume);
    const claim = volume.persistentVolumeClaim?.claimName ?? "";
    if (made.has(claim)) {
      const claimPath = child(at, "persistentVolumeClaim.claimName");
      found.push(invalid(claimPath, claim, "must not reference a PVC that gets created for an ephemeral volume"));
    }
    return found;
  });
  return { errors, names };
}

/** The image that a volume is made from. */
export function imageOf(volume: Volume | undefined): ImageSource | undefined {
  const { image } = (volume ?? {}) as { readonly image?: ImageSource | null };
  return image ? { reference: "", ...image } : undefined;
}

function validateMadeClaim(podName: string, name: string, path: string): FieldError[] {
  const claim = `${podName}-${name}`;
  return checkSubdomain(claim).map((message) => invalid(path, name, `PVC name ${JSON.stringify(claim)}: ${message}`));
}
