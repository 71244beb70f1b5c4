import { parseServiceAccountUsername } from "./subjects.ts";
import type { BindingShape, Subject, SubjectIdentity } from "./types.ts";

/**
 * How a subject fails to match a user: the names differ in case, the kind is wrong, or the namespace of the service
 * account is.
 */
export type SubjectSlip = "case" | "kind" | "namespace";

/** The first subject of a binding that was probably meant to name the user, and how it differs. */
export function nearSubject(
  binding: BindingShape,
  user: SubjectIdentity,
): { readonly subject: Subject; readonly slip: SubjectSlip } | undefined {
  for (const subject of binding.subjects) {
    const slip = slipOf(subject, user);
    if (slip !== undefined) return { subject, slip };
  }
  return undefined;
}

function slipOf(subject: Subject, user: SubjectIdentity): SubjectSlip | undefined {
  const { name } = subject;
  const account = parseServiceAccountUsername(user.username);
  const isSame = (other: string): boolean => other.toLowerCase() === name.toLowerCase();
  switch (subject.kind) {
    case "User":
      if (name !== user.username && isSame(user.username)) return "case";
      return user.groups.includes(name) || name === account?.name ? "kind" : undefined;
    case "Group":
      if (user.groups.some((group) => group !== name && isSame(group))) return "case";
      return name === user.username ? "kind" : undefined;
    case "ServiceAccount":
      if (account !== undefined) return account.name === name ? "namespace" : undefined;
      return name === user.username ? "kind" : undefined;
    default:
      // Kinds that never match any subject: "user", "serviceaccount" and the like.
      return name === user.username || user.groups.includes(name) || name === account?.name ? "kind" : undefined;
  }
}
