import { type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { checkLabel, invalidBy } from "./names.ts";

/**
 * Field errors of a name like that of a host with at least three parts (`hook.example.com`), so that names of different
 * owners differ.
 */
export function validateFullyQualifiedName(name: string, path: string): FieldError[] {
  if (name === "") return [required(path)];
  const messages = checkSubdomain(name);
  if (messages.length > 0) return [invalid(path, name, messages.join(","))];
  return name.split(".").length < 3
    ? [invalid(path, name, "should be a domain with at least three segments separated by dots")]
    : [];
}

/** Field errors of a host name with at least two parts; it may end with a dot. */
export function validateFullyQualifiedDomain(name: string, path: string): FieldError[] {
  if (name === "") return [required(path)];
  const host = name.endsWith(".") ? name.slice(0, -1) : name;
  const errors = checkSubdomain(host);
  if (errors.length > 0) return [invalid(path, host, errors.join(","))];
  const labels = host.split(".");
  if (labels.length < 2)
    return [invalid(path, host, "should be a domain with at least two segments separated by dots")];
  for (const label of labels) {
    const messages = checkLabel(label);
    if (messages.length > 0) return invalidBy(path, label, [messages.join(",")]);
  }
  return [];
}
