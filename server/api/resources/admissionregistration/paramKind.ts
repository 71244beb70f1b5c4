import type { ParamKind } from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { checkLabel1035 } from "../../../ground/formats/names/names.ts";

/** Field errors of the parameter kind of a policy. */
export function validateParamKind({ apiVersion = "", kind = "" }: Partial<ParamKind>, path: string): FieldError[] {
  const at = child(path, "kind");
  const errors = apiVersion === "" ? [required(child(path, "apiVersion"))] : [];
  if (apiVersion !== "") append(errors, validateApiVersion(apiVersion, child(path, "apiVersion")));
  if (kind === "") return [...errors, required(at)];
  const messages = checkLabel1035(kind.toLowerCase());
  if (messages.length === 0) return errors;
  const detail = `may have mixed case, but should otherwise match: ${messages.join(",")}`;
  return [...errors, invalid(at, kind, detail)];
}

function validateApiVersion(text: string, path: string): FieldError[] {
  const parts = text === "/" ? [""] : text.split("/");
  if (parts.length > 2) return [invalid(path, text, `unexpected GroupVersion string: ${text}`)];
  const group = parts.length === 2 ? (parts[0] ?? "") : "";
  const version = parts.at(-1) ?? "";
  const joined = (value: string, messages: readonly string[]): FieldError[] =>
    messages.length === 0 ? [] : [invalid(path, value, messages.join(","))];
  return [
    ...(group === "" ? [] : joined(group, checkSubdomain(group))),
    ...(version === "" ? [invalid(path, text, "version must be specified")] : joined(version, checkLabel1035(version))),
  ];
}
