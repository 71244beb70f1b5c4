/** Plain types for roles and bindings, shared by the server and the console. Absent lists mean empty ones. */

/**
 * One rule of a role: either resource rules (`apiGroups`, `resources`) or paths (`nonResourceURLs`), never both in a valid
 * role.
 */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  /** Only for service accounts; empty means the binding's own namespace. */
  readonly namespace?: string;
}

export interface RoleRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** A Role (with `namespace`) or a ClusterRole (namespace empty). */
export interface RoleShape {
  readonly name: string;
  readonly namespace: string;
  readonly rules: readonly PolicyRule[];
}

/** A RoleBinding (with `namespace`) or a ClusterRoleBinding (namespace empty). */
export interface BindingShape {
  readonly name: string;
  readonly namespace: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** The user who sends a request. */
export interface SubjectIdentity {
  readonly username: string;
  readonly groups: readonly string[];
}

/** The requested access, to a resource or to a path. */
export type AccessRequest = ResourceAccess | PathAccess;

export interface ResourceAccess {
  readonly resourceRequest: true;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface PathAccess {
  readonly resourceRequest: false;
  readonly verb: string;
  readonly path: string;
}

/** All objects that determine access, at one moment. */
export interface AccessModel {
  readonly roles: readonly RoleShape[];
  readonly bindings: readonly BindingShape[];
}

/**
 * Roles and bindings, indexed for authorization decisions. The server's policy follows the stored objects; the console
 * and the commands create theirs from lists (`policyOf`). A scope is a namespace, or `""` for cluster bindings.
 */
export interface Policy {
  /** The bindings in one scope that name the user or one of its groups, each once. */
  bindingsOf(user: SubjectIdentity, scope: string): Iterable<BindingShape>;
  /** All bindings of one scope. */
  bindingsIn(scope: string): Iterable<BindingShape>;
  /** The scopes that have bindings. */
  scopes(): Iterable<string>;
  /** The role that a binding refers to; undefined when it does not exist. */
  roleOf(binding: BindingShape): RoleShape | undefined;
}
