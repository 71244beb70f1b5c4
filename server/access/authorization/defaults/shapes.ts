import type { PolicyRule, Subject } from "../../../../shared/rbac/types.ts";

/** A default role in short form. All texts are vocabulary templates. */
export interface DefaultRole {
  readonly name: string;
  /** Absent for cluster roles. */
  readonly namespace?: string;
  /** Aggregated roles (`admin`, `edit`, `view`) that shall gather this one. */
  readonly aggregatesTo?: readonly string[];
  /** Labels by which this role gathers its rules; then it has none of its own. */
  readonly aggregates?: readonly string[];
  readonly rules?: readonly PolicyRule[];
  /** The feature gate without which the role does not exist. */
  readonly gate?: string;
  /** Rules that the role has besides while a feature gate is on. */
  readonly gated?: { readonly gate: string; readonly rules: readonly PolicyRule[] };
}

/** A default binding in short form. */
export interface DefaultBinding {
  readonly name: string;
  /** Absent for cluster bindings; the role then is a cluster role, else one of the same namespace. */
  readonly namespace?: string;
  /** Default: the binding's own name. */
  readonly role?: string;
  readonly subjects: readonly Subject[];
}

const words = (text: string): string[] => text.split(" ");

/** A rule about resources. Lists are words separated by blanks; `groups` is one group or a list of them. */
export function resources(
  verbs: string,
  groups: string | readonly string[],
  kinds: string,
  names?: string,
): PolicyRule {
  return {
    apiGroups: typeof groups === "string" ? [groups] : groups,
    resources: words(kinds),
    ...(names === undefined ? {} : { resourceNames: words(names) }),
    verbs: words(verbs),
  };
}

/** A rule about paths. Lists are words separated by blanks. */
export const paths = (verbs: string, urls: string): PolicyRule => ({
  nonResourceURLs: words(urls),
  verbs: words(verbs),
});

const RBAC_GROUP = "rbac.authorization.{domain}";

export const user = (name: string): Subject => ({ apiGroup: RBAC_GROUP, kind: "User", name });
export const group = (name: string): Subject => ({ apiGroup: RBAC_GROUP, kind: "Group", name });
/** A service account in the system namespace. */
export const account = (name: string): Subject => ({ kind: "ServiceAccount", name, namespace: "{prefix}-system" });
