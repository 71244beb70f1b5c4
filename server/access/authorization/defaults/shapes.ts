import type { PolicyRule, Subject } from "../../../../shared/rbac/types.ts";

/** A default role in short form. All texts are vocabulary templates. */
export interface DefaultRole {
  readonly name: string;
  /** Absent for cluster roles. */
  readonly namespace?: string;
  /** Aggregated roles (`admin`, `edit`, `view`) that should include this one. */
  readonly aggregatesTo?: readonly string[];
  /** Labels of the roles that this role aggregates; it then has no rules itself. */
  readonly aggregates?: readonly string[];
  readonly rules?: readonly PolicyRule[];
  /** The feature gate that the role depends on. */
  readonly gate?: string;
  /** Additional rules while a feature gate is on. */
  readonly gated?: { readonly gate: string; readonly rules: readonly PolicyRule[] };
}

/** A default binding in short form. */
export interface DefaultBinding {
  readonly name: string;
  /** Absent for cluster role bindings. These refer to cluster roles, others to roles of the same namespace. */
  readonly namespace?: string;
  /** Default: the binding's own name. */
  readonly role?: string;
  readonly subjects: readonly Subject[];
}

const words = (text: string): string[] => text.split(" ");

/** A rule about resources. Lists are words separated by spaces; `groups` is one group or a list of them. */
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

/** A rule about non-resource paths. Lists are words separated by spaces. */
export const paths = (verbs: string, urls: string): PolicyRule => ({
  nonResourceURLs: words(urls),
  verbs: words(verbs),
});

const RBAC_GROUP = "rbac.authorization.{domain}";

export const user = (name: string): Subject => ({ apiGroup: RBAC_GROUP, kind: "User", name });
export const group = (name: string): Subject => ({ apiGroup: RBAC_GROUP, kind: "Group", name });
/** A service account in the system namespace. */
export const account = (name: string): Subject => ({ kind: "ServiceAccount", name, namespace: "{prefix}-system" });
