import type { FieldSelector } from "../../../shared/selectors/fieldSelector.ts";
import type { LabelSelector } from "../../../shared/selectors/labelSelector.ts";
import type { Identity } from "./identity.ts";

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
  /**
   * What the requested objects have in common, never empty. Requirements that could not be parsed are left out. The
   * request then counts as one for more objects; a caller that is allowed those is also allowed the intended ones.
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
  /** For people: which binding and role allowed, or why it was refused. Empty when there is nothing to say. */
  readonly reason: string;
  /**
   * What went wrong while deciding (an authorizer outside could not be asked, …). A request that is not allowed then fails
   * with 500 rather than 403; reviews report it.
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

/** What a user may do in a namespace, as SelfSubjectRulesReview reports it. */
export interface RuleList {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

/** Something under way. Its signal is created on first access: most requests end before any code reads it. */
export interface Cancellable {
  readonly signal: AbortSignal;
}

export interface Authorizer {
  readonly name: string;
  /**
   * Answers at once unless it must ask a service outside the process, or the user's rights are very many.
   * @param request whose end makes the answer unwanted
   */
  authorize(user: Identity, attributes: Attributes, request?: Cancellable): Promise<Verdict> | Verdict;
  rulesFor?(user: Identity, namespace: string): Promise<RuleList> | RuleList;
}
