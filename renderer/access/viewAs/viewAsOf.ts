import { serviceAccountUsername } from "../../../shared/rbac/subjects.ts";
import { anyMemberOf, type ViewAs } from "../../../shared/viewAs.ts";
import type { Whom } from "../whom.ts";

/**
 * Whom to send requests as; undefined for oneself and while no name is given. Groups that the server derives itself are left
 * out, because each one named needs a permission of its own.
 */
export function viewAsOf(whom: Whom): ViewAs | undefined {
  const name = whom.name.trim();
  if (name === "") return undefined;
  if (whom.kind === "user") return { username: name, groups: whom.groups };
  if (whom.kind === "group") return anyMemberOf(name);
  if (whom.kind !== "account" || whom.namespace === "") return undefined;
  return { username: serviceAccountUsername(whom.namespace, name), groups: [] };
}
