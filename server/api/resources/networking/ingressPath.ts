import type { HTTPIngressPath } from "kubernetes-types/networking/v1";
import { child, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import { validateBackend } from "./ingressBackend.ts";

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];
/** Parts that would make a path equivalent to a different one. */
const BAD_SEQUENCES = ["//", "/./", "/../", "%2f", "%2F"];
const BAD_SUFFIXES = ["/..", "/."];

/** Field errors of one path of a rule. Without a type, the rest is not validated. */
export function validatePath(item: Partial<HTTPIngressPath>, path: string): FieldError[] {
  const type = item.pathType as string | undefined;
  const value = item.path ?? "";
  const at = child(path, "path");
  if (type === undefined) return [required(child(path, "pathType"), "pathType must be specified")];
  return [
    ...validateText(type, value, at, child(path, "pathType")),
    ...validateBackend(item.backend, child(path, "backend")),
  ];
}

function validateText(type: string, value: string, path: string, typePath: string): FieldError[] {
  const absolute = value.startsWith("/") ? [] : [invalid(path, value, "must be an absolute path")];
  if (type === "ImplementationSpecific") return value === "" ? [] : absolute;
  if (type !== "Exact" && type !== "Prefix") return [notSupported(typePath, type, PATH_TYPES)];
  return [
    ...absolute,
    ...BAD_SEQUENCES.filter((bad) => value.includes(bad)).map((bad) =>
      invalid(path, value, `must not contain '${bad}'`),
    ),
    ...BAD_SUFFIXES.filter((bad) => value.endsWith(bad)).map((bad) => invalid(path, value, `cannot end with '${bad}'`)),
  ];
}
