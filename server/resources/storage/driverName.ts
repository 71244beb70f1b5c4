import { type FieldError, required, tooLong } from "../../../shared/fieldError.ts";
import { checkSubdomain, invalidBy } from "../validation/names.ts";

const MAX = 63;

/** Name of a CSI driver: a domain, with capitals as an old allowance. */
export function validateDriverName(name: string, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (name === "") errors.push(required(path));
  if (name.length > MAX) errors.push(tooLong(path, MAX));
  return [...errors, ...invalidBy(path, name, checkSubdomain(name.toLowerCase()))];
}
