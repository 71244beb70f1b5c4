import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { type FieldError, forbidden, required } from "../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { MetadataErrors } from "../../registry/metadata/objectMeta.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateParameters, validateProvisioner } from "./storageClassStrategy.ts";

/** The fields of a class of volume attributes, in every version. */
export interface VolumeAttributesClass extends ApiObject {
  readonly driverName?: string;
  readonly parameters?: Readonly<Record<string, string>> | null;
}

function validate({ driverName = "", parameters }: VolumeAttributesClass): FieldError[] {
  const errors = validateProvisioner(driverName, "driverName");
  const given = parameters ?? {};
  // A class without parameters would have no effect.
  if (isEmptyMap(given)) errors.push(required("parameters", "must contain at least one key/value pair"));
  return [...errors, ...validateParameters(given, "parameters")];
}

/** The reference validates the class as a new object both before and after validating the change. */
function validateUpdate(
  object: VolumeAttributesClass,
  old: VolumeAttributesClass,
  { whole, change }: MetadataErrors,
): FieldError[] {
  const found = [...whole, ...validate(object)];
  const errors = [...found, ...change];
  for (const name of ["driverName", "parameters"] as const) {
    if (!deepEqual(object[name] ?? null, old[name] ?? null)) {
      errors.push(forbidden(name, `updates to ${name} are forbidden.`));
    }
  }
  return [...errors, ...found];
}

/** Rules of volume attributes classes, which are immutable. */
export const volumeAttributesClassStrategy: Strategy = {
  returnsDeletedObject: true,
  metadataOnUpdate: "woven",
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old, looks) => validateUpdate(object, old, looks),
};
