/** Rules of names in device requests and resource slices. */

import { type FieldError, invalid, required, tooLong, typeInvalid } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { byteLength, patternMessage } from "../../../../shared/text/regexText.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names/names.ts";
import { validateDriverName } from "../validation/driverName.ts";

const MAX_POOL = 253;
/** Maximum length of an attribute's identifier, without its domain. */
const MAX_IDENTIFIER = 32;
const IDENTIFIER = "[A-Za-z_][A-Za-z0-9_]*";
const identifierPattern = new RegExp(`^${IDENTIFIER}$`);

/** Name of a request or a device. */
export const validateLabel = (name: string, path: string): FieldError[] => invalidBy(path, name, checkLabel(name));

/** A pool's name consists of subdomains separated by slashes. */
export function validatePoolName(name: string, path: string): FieldError[] {
  if (name === "") return [required(path)];
  const errors = byteLength(name) > MAX_POOL ? [tooLong(path, MAX_POOL)] : [];
  return [...errors, ...name.split("/").flatMap((part) => invalidBy(path, part, checkSubdomain(part)))];
}

function validateIdentifier(name: string, path: string): FieldError[] {
  const errors = byteLength(name) > MAX_IDENTIFIER ? [tooLong(path, MAX_IDENTIFIER)] : [];
  if (identifierPattern.test(name)) return errors;
  const rule =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return [...errors, typeInvalid(path, name, patternMessage(rule, IDENTIFIER, "my_name", "MY_NAME", "MyName"))];
}

/** Name of an attribute or a capacity, with or without the domain of its vendor. */
export function validateAttributeName(name: string, path: string): FieldError[] {
  if (name === "") return [required(path, "name required")];
  const parts = name.split("/");
  if (parts.length === 1) return validateIdentifier(name, path);
  if (parts.length > 2) return [];
  const [domain = "", identifier = ""] = parts;
  return [
    ...(domain === "" ? [required(path, "the domain must not be empty")] : validateDriverName(domain, path)),
    ...(identifier === "" ? [required(path, "the name must not be empty")] : validateIdentifier(identifier, path)),
  ];
}

/** The same, but the domain is required. */
export function validateFullAttributeName(name: string, path: string): FieldError[] {
  const errors = validateAttributeName(name, path);
  if (name !== "" && !name.includes("/")) errors.push(invalid(path, name, "must include a domain"));
  return errors;
}
