import type { RoleBinding, RoleRef, Subject } from "kubernetes-types/rbac/v1";
import { append } from "../../../shared/append.ts";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { child, type FieldError, index, notSupported, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { checkSubdomain } from "../../../shared/qualifiedName.ts";
import { quoted } from "../../../shared/quoted.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { decoded } from "../strategies/narrow.ts";
import { invalidText } from "../validation/goText.ts";
import { checkPathSegment, invalidBy } from "../validation/names.ts";

const SUBJECT_KINDS = ["ServiceAccount", "User", "Group"];

/** Field errors of a binding. Within a namespace a service account may leave out its own. */
export function validateBinding(context: WriteContext, object: ApiObject, namespaced: boolean): FieldError[] {
  const { roleRef, subjects = [] } = decoded<RoleBinding>(object);
  const group = context.vocabulary.rbacGroup;
  const kinds = namespaced ? ["Role", "ClusterRole"] : ["ClusterRole"];
  return [
    ...validateRoleRef(roleRef, kinds, group),
    ...subjects.flatMap((subject, i) => validateSubject(subject, namespaced, group, index("subjects", i))),
  ];
}

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
  const { kind = "", name = "", namespace = "", apiGroup = "" } = subject;
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

/** The role is what a binding is about: another role needs another binding, or permissions could be swapped unnoticed. */
export function validateRoleRefChange(object: ApiObject, old: ApiObject): FieldError[] {
  const { roleRef } = decoded<RoleBinding>(object);
  if (deepEqual(roleRef, decoded<RoleBinding>(old).roleRef)) return [];
  const { apiGroup = "", kind = "", name = "" } = roleRef ?? {};
  const text = `rbac.RoleRef{APIGroup:${quoted(apiGroup)}, Kind:${quoted(kind)}, Name:${quoted(name)}}`;
  return [invalidText("roleRef", text, "cannot change roleRef")];
}
