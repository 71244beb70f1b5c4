import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkLabel1035 } from "../../../ground/formats/names/names.ts";
import type { CustomResourceNames } from "./customResourceDefinition.ts";

/** Field errors of required names. */
export function validateRequiredNames(names: CustomResourceNames, path: string): FieldError[] {
  return (["plural", "singular", "kind", "listKind"] as const)
    .filter((member) => (names[member] ?? "") === "")
    .map((member) => required(child(path, member)));
}

/** Field errors of the form of names: those of a spec, or the accepted names of a status. */
export function* nameErrors(names: CustomResourceNames, path: string): Steps<FieldError[]> {
  const { plural = "", singular = "", kind = "", listKind = "", shortNames, categories } = names;
  const errors = [
    ...validateName(plural, child(path, "plural")),
    ...validateName(singular, child(path, "singular")),
    ...validateKind(kind, child(path, "kind")),
    ...validateKind(listKind, child(path, "listKind")),
    ...(yield* listErrors(shortNames, child(path, "shortNames"))),
  ];
  // A list's kind must differ from the kind of its items.
  if (kind !== "" && kind === listKind) {
    errors.push(invalid(child(path, "listKind"), listKind, "kind and listKind may not be the same"));
  }
  return [...errors, ...(yield* listErrors(categories, child(path, "categories")))];
}

const joined = (path: string, value: string, messages: readonly string[], before = ""): FieldError[] =>
  messages.length === 0 ? [] : [invalid(path, value, before + messages.join(","))];

const validateName = (name: string, path: string): FieldError[] =>
  name === "" ? [] : joined(path, name, checkLabel1035(name));

const validateKind = (kind: string, path: string): FieldError[] =>
  kind === ""
    ? []
    : joined(path, kind, checkLabel1035(kind.toLowerCase()), "may have mixed case, but should otherwise match: ");

const listErrors = (names: readonly string[] | undefined, path: string): Steps<FieldError[]> =>
  errorsOfEach(names, path, (name, at) => joined(at, name, checkLabel1035(name)));
