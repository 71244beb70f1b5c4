import {
  parseServiceAccountUsername,
  serviceAccountGroups,
  serviceAccountUsername,
} from "../../shared/rbac/subjects.ts";
import type { Subject, SubjectIdentity } from "../../shared/rbac/types.ts";

/** The subject of a question. */
export interface AskedSubject {
  readonly kind: "me" | "user" | "group" | "account";
  readonly name: string;
  /** Namespace of a service account. */
  readonly namespace: string;
  /** Groups of a user, other than `system:authenticated`. */
  readonly groups: readonly string[];
}

export const ME: AskedSubject = { kind: "me", name: "", namespace: "", groups: [] };

const ANONYMOUS = "system:anonymous";
const AUTHENTICATED = "system:authenticated";
const UNAUTHENTICATED = "system:unauthenticated";

/** The identity that requests of a subject would have; undefined while it is unknown or no subject is named. */
export function identityOf(subject: AskedSubject, me: SubjectIdentity | undefined): SubjectIdentity | undefined {
  switch (subject.kind) {
    case "me":
      return me;
    case "group":
      return subject.name === "" ? undefined : { username: "", groups: [subject.name] };
    case "account":
      if (subject.name === "" || subject.namespace === "") return undefined;
      return {
        username: serviceAccountUsername(subject.namespace, subject.name),
        groups: [...serviceAccountGroups(subject.namespace), AUTHENTICATED],
      };
    case "user": {
      if (subject.name === "") return undefined;
      const account = parseServiceAccountUsername(subject.name);
      const given =
        account === undefined ? subject.groups : [...subject.groups, ...serviceAccountGroups(account.namespace)];
      const own = subject.name === ANONYMOUS ? UNAUTHENTICATED : AUTHENTICATED;
      return { username: subject.name, groups: [...new Set([...given, own])] };
    }
  }
}

/** Names of the query parameters that {@link subjectFrom} reads. */
export const SUBJECT_KEYS = ["as", "group"] as const;

/**
 * Reads a subject from an address: `as=user:alice&group=dev`, `as=group:dev`, `as=account:ns/name`; absent: the user.
 */
export function subjectFrom(params: URLSearchParams): AskedSubject {
  const text = params.get("as") ?? "";
  const colon = text.indexOf(":");
  const kind = text.slice(0, colon);
  const name = text.slice(colon + 1);
  if (kind === "user") return { ...ME, kind, name, groups: params.getAll("group") };
  if (kind === "group") return { ...ME, kind, name };
  if (kind !== "account") return ME;
  const slash = name.indexOf("/");
  return { ...ME, kind, namespace: name.slice(0, Math.max(0, slash)), name: name.slice(slash + 1) };
}

/** The inverse of {@link subjectFrom}: the parameters to add to an address. */
export function subjectParams(subject: AskedSubject): [string, string][] {
  if (subject.kind === "me") return [];
  const name = subject.kind === "account" ? `${subject.namespace}/${subject.name}` : subject.name;
  const groups = subject.kind === "user" ? subject.groups : [];
  return [["as", `${subject.kind}:${name}`], ...groups.map((group): [string, string] => ["group", group])];
}

/** Converts a subject of a binding. */
export function askedSubjectOf(subject: Subject, bindingNamespace = ""): AskedSubject {
  if (subject.kind === "Group") return { ...ME, kind: "group", name: subject.name };
  if (subject.kind !== "ServiceAccount") return { ...ME, kind: "user", name: subject.name };
  return { ...ME, kind: "account", name: subject.name, namespace: subject.namespace || bindingNamespace };
}

/** `Group dev`, `ServiceAccount ns/name`: a subject as a short text. */
export const subjectText = (subject: Subject, bindingNamespace = ""): string =>
  subject.kind === "ServiceAccount"
    ? `${subject.kind} ${subject.namespace || bindingNamespace}/${subject.name}`
    : `${subject.kind} ${subject.name}`;
