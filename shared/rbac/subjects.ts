import type { BindingShape, Subject, SubjectIdentity } from "./types.ts";

const SERVICE_ACCOUNT_PREFIX = "system:serviceaccount:";

/** `system:serviceaccount:{namespace}:{name}`: the user name of a service account. */
export const serviceAccountUsername = (namespace: string, name: string): string =>
  `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`;

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const isLabel = (text: string): boolean => text.length <= 63 && LABEL.test(text);
const isSubdomain = (text: string): boolean => text.length <= 253 && text.split(".").every((part) => LABEL.test(part));

/**
 * The inverse of {@link serviceAccountUsername}; undefined for every other user name, including one with an invalid
 * namespace or account name.
 */
export function parseServiceAccountUsername(username: string): { namespace: string; name: string } | undefined {
  if (!username.startsWith(SERVICE_ACCOUNT_PREFIX)) return undefined;
  const parts = username.slice(SERVICE_ACCOUNT_PREFIX.length).split(":");
  const [namespace, name] = parts;
  if (parts.length !== 2 || !namespace || !name || !isLabel(namespace) || !isSubdomain(name)) return undefined;
  return { namespace, name };
}

/** The groups that every service account of a namespace belongs to. */
export const serviceAccountGroups = (namespace: string): string[] => [
  "system:serviceaccounts",
  `${SERVICE_ACCOUNT_PREFIX.slice(0, -1)}s:${namespace}`,
];

/** The user name that a subject refers to; undefined for groups and unknown kinds. */
export function subjectUsername(subject: Subject, bindingNamespace: string): string | undefined {
  if (subject.kind === "User") return subject.name;
  if (subject.kind !== "ServiceAccount") return undefined;
  const namespace = subject.namespace || bindingNamespace;
  return namespace === "" ? undefined : serviceAccountUsername(namespace, subject.name);
}

/** Whether a subject of a binding matches this user. */
export function subjectApplies(subject: Subject, user: SubjectIdentity, bindingNamespace: string): boolean {
  if (subject.kind === "Group") return user.groups.includes(subject.name);
  return subjectUsername(subject, bindingNamespace) === user.username;
}

/** The first subject of a binding that matches this user. */
export const applyingSubject = (binding: BindingShape, user: SubjectIdentity): Subject | undefined =>
  binding.subjects.find((subject) => subjectApplies(subject, user, binding.namespace));

/** How messages name a subject: `User "alice"`, `Group "dev"`, `ServiceAccount "name/namespace"`. */
export function describeSubject(subject: Subject, bindingNamespace: string): string {
  const name =
    subject.kind === "ServiceAccount" ? `${subject.name}/${subject.namespace || bindingNamespace}` : subject.name;
  return `${subject.kind} ${JSON.stringify(name)}`;
}

/** `ClusterRoleBinding "b" of ClusterRole "r" to Group "g"`; a RoleBinding is named `name/namespace`. */
export function describeGrant(binding: BindingShape, subject: Subject): string {
  const cluster = binding.namespace === "";
  const kind = cluster ? "ClusterRoleBinding" : "RoleBinding";
  const name = cluster ? binding.name : `${binding.name}/${binding.namespace}`;
  const role = `${binding.roleRef.kind} ${JSON.stringify(binding.roleRef.name)}`;
  return `${kind} ${JSON.stringify(name)} of ${role} to ${describeSubject(subject, binding.namespace)}`;
}
