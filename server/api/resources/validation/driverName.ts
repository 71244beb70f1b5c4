import { type FieldError, required, tooLong } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";

const MAX_LENGTH = 63;

/** Field errors of the name of a storage driver: a domain name, which may have capitals. */
export function validateDriverName(name: string, path: string): FieldError[] {
  const errors: FieldError[] = name === "" ? [required(path)] : [];
  if (name.length > MAX_LENGTH) errors.push(tooLong(path, MAX_LENGTH));
  return [...errors, ...invalidBy(path, name, checkSubdomain(name.toLowerCase()))];
}
