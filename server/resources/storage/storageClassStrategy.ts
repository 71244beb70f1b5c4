import type { StorageClass } from "kubernetes-types/storage/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { type FieldError, forbidden, notSupported, required, tooLong } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";
import { checkQualifiedName, invalidBy } from "../validation/names.ts";
import { byteLength } from "../validation/regexText.ts";

const RECLAIM = ["Delete", "Retain"];
const BINDING = ["Immediate", "WaitForFirstConsumer"];
const MAX_PARAMETERS = 512;
const MAX_PARAMETER_BYTES = 256 * 1024;

/** Name of a provisioner or driver. */
export function validateProvisioner(name: string, path: string): FieldError[] {
  return name === "" ? [required(path)] : invalidBy(path, name.toLowerCase(), checkQualifiedName(name.toLowerCase()));
}

/** Free parameters for a driver: not too many, not too large, none without a name. */
export function validateParameters(
  parameters: Readonly<Record<string, string>> | undefined,
  path: string,
): FieldError[] {
  const entries = Object.entries(parameters ?? {});
  const errors: FieldError[] = [];
  if (entries.length > MAX_PARAMETERS) errors.push(tooLong(path, MAX_PARAMETERS));
  if (entries.some(([name]) => name === "")) {
    errors.push({ type: "FieldValueInvalid", field: path, message: 'Invalid value: "": field can not be empty.' });
  }
  const size = entries.reduce((sum, [name, value]) => sum + byteLength(name) + byteLength(value), 0);
  if (size > MAX_PARAMETER_BYTES) errors.push(tooLong(path, MAX_PARAMETER_BYTES));
  return errors;
}

function validate(object: ApiObject): FieldError[] {
  const { provisioner = "", parameters, reclaimPolicy = "", volumeBindingMode } = decoded<StorageClass>(object);
  const errors = [...validateProvisioner(provisioner, "provisioner"), ...validateParameters(parameters, "parameters")];
  if (reclaimPolicy !== "" && !RECLAIM.includes(reclaimPolicy)) {
    errors.push(notSupported("reclaimPolicy", reclaimPolicy, RECLAIM));
  }
  if (volumeBindingMode === undefined) errors.push(required("volumeBindingMode"));
  else if (!BINDING.includes(volumeBindingMode)) {
    errors.push(notSupported("volumeBindingMode", volumeBindingMode, BINDING));
  }
  return errors;
}

function validateUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const errors = validate(object);
  const same = (name: string) => deepEqual(object[name] ?? null, old[name] ?? null);
  if (!same("parameters")) errors.push(forbidden("parameters", "updates to parameters are forbidden."));
  if (!same("provisioner")) errors.push(forbidden("provisioner", "updates to provisioner are forbidden."));
  if (!same("reclaimPolicy")) errors.push(forbidden("reclaimPolicy", "updates to reclaimPolicy are forbidden."));
  return [...errors, ...validateImmutable(object["volumeBindingMode"], old["volumeBindingMode"], "volumeBindingMode")];
}

/** Rules of storage classes. */
export const storageClassStrategy: Strategy = {
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => validateUpdate(object, old),
};
