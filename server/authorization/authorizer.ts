import type { Identity } from "../authentication/identity.ts";

/** What a request wants to do, as every authorizer sees it. */
export type Attributes = ResourceAttributes | NonResourceAttributes;

export interface ResourceAttributes {
  readonly resourceRequest: true;
  /** get, list, watch, create, update, patch, delete, deletecollection, or a special one (bind, escalate, impersonate …). */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for cluster scope and for lists over all namespaces. */
  readonly namespace: string;
  readonly name: string;
}

export interface NonResourceAttributes {
  readonly resourceRequest: false;
  /** The lower-case HTTP method. */
  readonly verb: string;
  readonly path: string;
}

export type Decision = "allow" | "deny" | "noOpinion";

export interface Verdict {
  readonly decision: Decision;
  /** For people: which binding and role allowed, or why it was refused. Empty when there is nothing to say. */
  readonly reason: string;
  /** Problems met while deciding (a role that a binding names does not exist, …), as reviews report them. */
  readonly evaluationError?: string;
}

export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** What a user may do in a namespace, as SelfSubjectRulesReview reports it. */
export interface RuleList {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

export interface Authorizer {
  readonly name: string;
  authorize(user: Identity, attributes: Attributes): Promise<Verdict> | Verdict;
  rulesFor?(user: Identity, namespace: string): Promise<RuleList> | RuleList;
}
