import { stringify } from "yaml";
import { parseServiceAccountUsername } from "../../../shared/rbac/subjects.ts";
import type { RoleRef, Subject } from "../../../shared/rbac/types.ts";
import type { AskedSubject } from "../askedSubject.ts";

/** A subject in the form of a binding. */
export function subjectOf(subject: AskedSubject, rbacGroup: string): Subject {
  const account = subject.kind === "account" ? subject : parseServiceAccountUsername(subject.name);
  if (account !== undefined) return { kind: "ServiceAccount", name: account.name, namespace: account.namespace };
  return { apiGroup: rbacGroup, kind: subject.kind === "group" ? "Group" : "User", name: subject.name };
}

/** A name for a binding, made of its role and subject; characters that such a name may not contain become dashes. */
export const bindingName = (role: string, name: string): string =>
  `${role}-${name}`
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");

/** A document that binds a role to a subject, in a namespace or (`""`) in the whole cluster. */
export function bindingText(rbacGroup: string, role: RoleRef, asked: AskedSubject, namespace: string): string {
  const subject = subjectOf(asked, rbacGroup);
  return stringify({
    apiVersion: `${rbacGroup}/v1`,
    kind: namespace === "" ? "ClusterRoleBinding" : "RoleBinding",
    metadata: { name: bindingName(role.name, subject.name), ...(namespace === "" ? {} : { namespace }) },
    roleRef: { apiGroup: rbacGroup, kind: role.kind, name: role.name },
    subjects: [subject],
  });
}
