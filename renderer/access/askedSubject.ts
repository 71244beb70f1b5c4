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
export function identityOf(whom: AskedSubject, me: SubjectIdentity | undefined): SubjectIdentity | undefined {
  switch (whom.kind) {
    case "me":
      return me;
    case "group":
      return whom.name === "" ? undefined : { username: "", groups: [whom.name] };
    case "account":
      if (whom.name === "" || whom.namespace === "") return undefined;
      return {
        username: serviceAccountUsername(whom.namespace, whom.name),
        groups: [...serviceAccountGroups(whom.namespace), AUTHENTICATED],
      };
    case "user": {
      if (whom.name === "") return undefined;
      const account = parseServiceAccountUsername(whom.name);
      const given = account === undefined ? whom.groups : [...whom.groups, ...serviceAccountGroups(account.namespace)];
      const own = whom.name === ANONYMOUS ? UNAUTHENTICATED : AUTHENTICATED;
      return { username: whom.name, groups: [...new Set([...given, own])] };
    }
  }
}

/** Names of the query parameters that {@link whomFrom} reads. */
export const WHOM_KEYS = ["as", "group"] as const;

/**
 * Reads a subject from an address: `as=user:alice&group=dev`, `as=group:dev`, `as=account:ns/name`; absent: the user.
 */
export function whomFrom(params: URLSearchParams): AskedSubject {
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

/** The inverse of {@link whomFrom}: the parameters to add to an address. */
export function whomParams(whom: AskedSubject): [string, string][] {
  if (whom.kind === "me") return [];
  const name = whom.kind === "account" ? `${whom.namespace}/${whom.name}` : whom.name;
  const groups = whom.kind === "user" ? whom.groups : [];
  return [["as", `${whom.kind}:${name}`], ...groups.map((group): [string, string] => ["group", group])];
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
