import { serviceAccountUsername } from "../../../shared/rbac/subjects.ts";
import { anyMemberOf, type ViewAs } from "../../../shared/viewAs.ts";
import type { AskedSubject } from "../askedSubject.ts";

/**
 * The identity to impersonate; undefined for the user's own identity and while no name is given. Omits groups that the
 * server derives itself, because impersonating a group requires a separate permission for it.
 */
export function viewAsOf(subject: AskedSubject): ViewAs | undefined {
  const name = subject.name.trim();
  if (name === "") return undefined;
  if (subject.kind === "user") return { username: name, groups: subject.groups };
  if (subject.kind === "group") return anyMemberOf(name);
  if (subject.kind !== "account" || subject.namespace === "") return undefined;
  return { username: serviceAccountUsername(subject.namespace, name), groups: [] };
}
