import { serviceAccountUsername } from "../../../shared/rbac/subjects.ts";
import { anyMemberOf, type ViewAs } from "../../../shared/viewAs.ts";
import type { AskedSubject } from "../askedSubject.ts";

/**
 * The identity to impersonate; undefined for the user's own identity and while no name is given. Omits groups that the
 * server derives itself, because impersonating a group requires a separate permission for it.
 */
export function viewAsOf(whom: AskedSubject): ViewAs | undefined {
  const name = whom.name.trim();
  if (name === "") return undefined;
  if (whom.kind === "user") return { username: name, groups: whom.groups };
  if (whom.kind === "group") return anyMemberOf(name);
  if (whom.kind !== "account" || whom.namespace === "") return undefined;
  return { username: serviceAccountUsername(whom.namespace, name), groups: [] };
}
