import type { PersistentVolumeClaimSpec } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { type FieldError, forbidden, invalid, required } from "../../../shared/fieldError.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { validateLabelSelector } from "../validation/labels.ts";
import { checkSubdomain, invalidBy } from "../validation/names.ts";
import { validateOptionalChoice } from "../validation/pod/choice.ts";
import { compareQuantities } from "../validation/quantity.ts";
import { specDifference } from "./specDifference.ts";
import { validateAccessModes } from "./storageRules.ts";
import { asPersistentVolumeClaim } from "./views.ts";

const IMMUTABLE =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

/** Rules of a claim's spec, also inside templates (stateful sets). @param path `spec` */
export function validateClaimSpec(spec: PersistentVolumeClaimSpec, path = "spec"): FieldError[] {
  const errors = validateAccessModes(spec.accessModes, `${path}.accessModes`);
  errors.push(...validateLabelSelector(spec.selector, `${path}.selector`));
  const size = spec.resources?.requests?.["storage"];
  if (size === undefined) errors.push(required(`${path}.resources[storage]`));
  else if (compareQuantities(size, "0") <= 0) {
    errors.push(invalid(`${path}.resources[storage]`, size, "must be greater than zero"));
  }
  const className = spec.storageClassName ?? "";
  if (className !== "") errors.push(...invalidBy(`${path}.storageClassName`, className, checkSubdomain(className)));
  return [...errors, ...validateOptionalChoice(spec.volumeMode, ["Block", "Filesystem"], `${path}.volumeMode`)];
}

function validateUpdate(spec: PersistentVolumeClaimSpec, old: PersistentVolumeClaimSpec, bound: boolean): FieldError[] {
  const errors = validateClaimSpec(spec);
  // Binding writes the volume's name, and a bound claim may grow.
  const munged: PersistentVolumeClaimSpec = { ...spec };
  if ((old.volumeName ?? "") === "" && spec.volumeName) delete munged.volumeName;
  const size = spec.resources?.requests?.["storage"];
  const before = old.resources?.requests?.["storage"];
  if (bound && old.resources !== undefined) munged.resources = old.resources;
  if (old.storageClassName === undefined && bound) delete munged.storageClassName;
  if (!deepEqual(munged, old)) {
    errors.push(forbidden("spec", `${IMMUTABLE}\n${specDifference("PersistentVolumeClaimSpec", old, munged)}`));
  } else if (size !== undefined && before !== undefined && compareQuantities(size, before) < 0) {
    errors.push(forbidden("spec.resources.requests.storage", "field can not be less than previous value"));
  }
  return errors;
}

const own: Strategy = {
  returnsDeletedObject: true,
  validate: (_context, object) => validateClaimSpec(asPersistentVolumeClaim(object).spec ?? {}),
  validateUpdate: (_context, object, old) =>
    validateUpdate(
      asPersistentVolumeClaim(object).spec ?? {},
      asPersistentVolumeClaim(old).spec ?? {},
      asPersistentVolumeClaim(old).status?.phase === "Bound",
    ),
};

/** Claims wait from the start, until somebody binds them. */
export const claimStrategy = specStatusStrategy(own, { emptyStatus: { phase: "Pending" }, tracksGeneration: false });

/** Whoever binds a claim tells what it got. */
export const claimStatusStrategy = statusStrategy(claimStrategy, {
  validate: (_context, object) =>
    Object.entries(asPersistentVolumeClaim(object).status?.capacity ?? {}).flatMap(([name, amount]) =>
      compareQuantities(amount, "0") < 0
        ? [invalid(`status.capacity[${name}]`, amount, "must be greater than or equal to 0")]
        : [],
    ),
});
