import type { RoleBinding, RoleRef, Subject } from "kubernetes-types/rbac/v1";
import { append } from "../../../../shared/collections/append.ts";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { checkPathSegment, invalidBy } from "../../../ground/formats/names/names.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { decoded, narrow } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";

const SUBJECT_KINDS = ["ServiceAccount", "User", "Group"];

/** Field errors of a binding. In a namespace, a service account may omit its own namespace. */
export function* bindingErrors(context: WriteContext, object: ApiObject, namespaced: boolean): Steps<FieldError[]> {
  const { subjects } = narrow<RoleBinding>(object);
  const group = context.vocabulary.rbacGroup;
  const kinds = namespaced ? ["Role", "ClusterRole"] : ["ClusterRole"];
  return [
    ...validateRoleRef(roleRefOf(object), kinds, group),
    ...(yield* errorsOfEach(subjects, "subjects", (subject, path) =>
      validateSubject(subject, namespaced, group, path),
    )),
  ];
}

/** The role reference, decoded without the subjects, of which there may be many. */
const roleRefOf = ({ metadata, roleRef }: ApiObject): Partial<RoleRef> | undefined =>
  decoded<RoleBinding>({ metadata, roleRef }).roleRef;

function validateRoleRef(roleRef: Partial<RoleRef> | undefined, kinds: readonly string[], group: string): FieldError[] {
  const { apiGroup = "", kind = "", name = "" } = roleRef ?? {};
  const errors: FieldError[] = [];
  if (apiGroup !== group) errors.push(notSupported("roleRef.apiGroup", apiGroup, [group]));
  if (!kinds.includes(kind)) errors.push(notSupported("roleRef.kind", kind, kinds));
  if (name === "") errors.push(required("roleRef.name"));
  else append(errors, invalidBy("roleRef.name", name, checkPathSegment(name)));
  return errors;
}

function validateSubject(subject: Subject, namespaced: boolean, group: string, path: string): FieldError[] {
  const kind = subject.kind ?? "";
  const name = subject.name ?? "";
  const namespace = subject.namespace ?? "";
  const apiGroup = subject.apiGroup ?? "";
  const errors: FieldError[] = [];
  if (name === "") errors.push(required(child(path, "name")));
  const wanted = kind === "ServiceAccount" ? "" : group;
  switch (kind) {
    case "ServiceAccount":
      if (name !== "") append(errors, invalidBy(child(path, "name"), name, checkSubdomain(name)));
      if (apiGroup !== wanted) errors.push(notSupported(child(path, "apiGroup"), apiGroup, [wanted]));
      if (!namespaced && namespace === "") errors.push(required(child(path, "namespace")));
      return errors;
    case "User":
    case "Group":
      if (apiGroup !== wanted) errors.push(notSupported(child(path, "apiGroup"), apiGroup, [wanted]));
      return errors;
    default:
      return [...errors, notSupported(child(path, "kind"), kind, SUBJECT_KINDS)];
  }
}

/** The role reference is immutable: another role needs another binding, or permissions could be swapped unnoticed. */
export function validateRoleRefChange(object: ApiObject, old: ApiObject): FieldError[] {
  const roleRef = roleRefOf(object);
  if (deepEqual(roleRef, roleRefOf(old))) return [];
  const { apiGroup = "", kind = "", name = "" } = roleRef ?? {};
  const text = `rbac.RoleRef{APIGroup:${quoted(apiGroup)}, Kind:${quoted(kind)}, Name:${quoted(name)}}`;
  return [invalidText("roleRef", text, "cannot change roleRef")];
}
