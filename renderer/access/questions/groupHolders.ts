import type { Grant } from "../../../shared/rbac/authorize.ts";
import type { Subject } from "../../../shared/rbac/types.ts";
import { subjectText } from "../askedSubject.ts";

/** A subject with all its grants. */
interface Holder {
  readonly subject: Subject;
  /**
   * The namespace of the first binding that names the subject: the default for service accounts without a namespace.
   */
  readonly scope: string;
  readonly grants: readonly Grant[];
}

/** Grants by subject, in the order in which subjects first appear. */
export function groupHolders(grants: readonly Grant[]): Holder[] {
  const holders = new Map<string, { subject: Subject; scope: string; grants: Grant[] }>();
  for (const grant of grants) {
    const scope = grant.binding.namespace;
    const key = subjectText(grant.subject, scope);
    const holder = holders.get(key);
    if (holder === undefined) holders.set(key, { subject: grant.subject, scope, grants: [grant] });
    else holder.grants.push(grant);
  }
  return [...holders.values()];
}
