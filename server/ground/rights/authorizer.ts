import type { FieldSelector } from "../../../shared/selectors/fieldSelector.ts";
import type { LabelSelector } from "../../../shared/selectors/labelSelector.ts";
import type { Identity } from "./identity.ts";

/** The attributes of a request that authorizers see. */
export type Attributes = ResourceAttributes | NonResourceAttributes;

export interface ResourceAttributes {
  readonly resourceRequest: true;
  /** get, list, watch, create, update, patch, delete, deletecollection, or a special one (bind, escalate, impersonate …). */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for cluster scope and for lists across all namespaces. */
  readonly namespace: string;
  readonly name: string;
  /**
   * Requirements that all requested objects meet, never empty. Requirements that could not be parsed are left out. The
   * request is then treated as one for more objects; a caller with access to those also has access to the intended
   * ones.
   */
  readonly fieldSelector?: FieldSelector;
  readonly labelSelector?: LabelSelector;
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
  /** A message for people: which binding and role allowed the request, or why it was refused. May be empty. */
  readonly reason: string;
  /**
   * Errors that occurred while deciding (for example, an external authorizer did not answer). A request that is not
   * allowed then fails with 500 instead of 403; reviews report it.
   */
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

/** The rights of a user in a namespace, as SelfSubjectRulesReview reports them. */
export interface RuleList {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

/**
 * An operation that can be cancelled. Its signal is created on first access, because most requests end before any code
 * reads it.
 */
export interface Cancellable {
  readonly signal: AbortSignal;
}

export interface Authorizer {
  readonly name: string;
  /**
   * Answers synchronously unless it must ask a service outside of the process, or the user has very many rights.
   * @param request when it ends, the answer is no longer needed
   */
  authorize(user: Identity, attributes: Attributes, request?: Cancellable): Promise<Verdict> | Verdict;
  rulesFor?(user: Identity, namespace: string): Promise<RuleList> | RuleList;
}
