/** What may change in the spec of a pod that exists. */

import type { Container, PodSpec, Toleration } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { type FieldError, forbidden, invalid, required } from "../../../shared/fieldError.ts";
import { specDifference } from "./specDifference.ts";

const ALLOWED = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** Field errors of a change of a pod's spec, most of which stays as stored. */
export function validatePodUpdate(spec: PodSpec | undefined, old: PodSpec | undefined): FieldError[] {
  if (spec === undefined || old === undefined) return [];
  for (const field of ["containers", "initContainers"] as const) {
    if ((spec[field]?.length ?? 0) !== (old[field]?.length ?? 0)) {
      return [forbidden(`spec.${field}`, "pod updates may not add or remove containers")];
    }
  }
  const errors = [
    ...validateImages(spec.containers, "spec.containers"),
    ...validateImages(spec.initContainers, "spec.initContainers"),
    ...validateDeadline(spec.activeDeadlineSeconds, old.activeDeadlineSeconds),
    ...validateTolerationsKept(spec.tolerations, old.tolerations),
  ];
  const munged = withAllowedChangesUndone(spec, old);
  if (!deepEqual(munged, old)) {
    errors.push(
      forbidden(
        "spec",
        `pod updates may not change fields other than ${ALLOWED}\n${specDifference("PodSpec", old, munged)}`,
      ),
    );
  }
  return errors;
}

const validateImages = (containers: readonly Container[] | undefined, path: string): FieldError[] =>
  (containers ?? []).flatMap(({ image }, i) => ((image ?? "") === "" ? [required(`${path}[${i}].image`)] : []));

/** The time left may only shrink. */
function validateDeadline(seconds: number | undefined, old: number | undefined): FieldError[] {
  const path = "spec.activeDeadlineSeconds";
  if (seconds !== undefined && old !== undefined && seconds > old) {
    return [invalid(path, seconds, "must be less than or equal to previous value")];
  }
  return seconds === undefined && old !== undefined
    ? [invalid(path, undefined, "must not update from a positive integer to nil value")]
    : [];
}

function validateTolerationsKept(
  tolerations: readonly Toleration[] | undefined,
  old: readonly Toleration[] | undefined,
): FieldError[] {
  const plain = ({ tolerationSeconds: _, ...rest }: Toleration): unknown => rest;
  const kept = (old ?? []).every((toleration) =>
    (tolerations ?? []).some((other) => deepEqual(plain(other), plain(toleration))),
  );
  return kept
    ? []
    : [forbidden("spec.tolerations", "existing toleration can not be modified except its tolerationSeconds")];
}

/** The new spec with everything that may change put back: whatever still differs may not. */
function withAllowedChangesUndone(spec: PodSpec, old: PodSpec): PodSpec {
  const images = (containers: Container[] | undefined, before: Container[] | undefined): Container[] | undefined =>
    containers?.map((container, i) => {
      const image = before?.[i]?.image;
      const { image: _, ...rest } = container;
      return image === undefined ? rest : { ...container, image };
    });
  const munged: PodSpec = { ...spec, containers: images(spec.containers, old.containers) ?? [] };
  restore(munged, "initContainers", images(spec.initContainers, old.initContainers));
  restore(munged, "activeDeadlineSeconds", old.activeDeadlineSeconds);
  restore(munged, "tolerations", old.tolerations);
  const grace = old.terminationGracePeriodSeconds;
  if (grace !== undefined && grace < 0 && spec.terminationGracePeriodSeconds === 1) {
    munged.terminationGracePeriodSeconds = grace;
  }
  if ((old.schedulingGates ?? []).length > 0) relaxGated(munged, old);
  return munged;
}

/** Before it is let to the scheduler, a pod may lose gates and choose its nodes. */
function relaxGated(munged: PodSpec, old: PodSpec): void {
  const fewer = (munged.schedulingGates ?? []).every((gate) =>
    old.schedulingGates?.some(({ name }) => name === gate.name),
  );
  if (fewer) restore(munged, "schedulingGates", old.schedulingGates);
  restore(munged, "nodeSelector", old.nodeSelector);
  restore(munged, "affinity", old.affinity);
}

function restore<K extends keyof PodSpec>(spec: PodSpec, field: K, value: PodSpec[K] | undefined): void {
  if (value === undefined) delete spec[field];
  else spec[field] = value;
}
