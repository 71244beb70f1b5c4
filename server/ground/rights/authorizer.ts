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
   * What the objects asked for have in common, never empty. Requirements that could not be understood are left out: without
   * them more is asked, so that whoever may do that may also do what was meant.
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

/** Something under way. Its signal is made when it is first looked at: most requests end before anybody does. */
export interface Cancellable {
  readonly signal: AbortSignal;
}

export interface Authorizer {
  readonly name: string;
  /** Answers at once unless somebody outside has to be asked. @param request whose end makes the answer unwanted */
  authorize(user: Identity, attributes: Attributes, request?: Cancellable): Promise<Verdict> | Verdict;
  rulesFor?(user: Identity, namespace: string): Promise<RuleList> | RuleList;
}
