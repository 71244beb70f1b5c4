import type { ApiObject } from "../../shared/object.ts";
import { badRequest } from "../../shared/status.ts";
import type { Identity } from "../authentication/identity.ts";
import type { Action, ActionContext } from "../registry/action.ts";
import type { Attributes } from "./authorizer.ts";
import {
  invalidReview,
  type ReviewSpec,
  validateLocalReview,
  validateReviewMetadata,
  validateReviewSpec,
} from "./reviewValidation.ts";

/** Answers a review with a status; the question is echoed. */
async function answer(
  context: ActionContext,
  review: ApiObject,
  user: Identity,
  attributes: Attributes,
): Promise<ApiObject> {
  const { decision, reason, evaluationError } = await context.authorizer.authorize(user, attributes);
  return {
    ...review,
    status: {
      allowed: decision === "allow",
      ...(decision === "deny" ? { denied: true } : {}),
      ...(reason === "" ? {} : { reason }),
      ...(evaluationError === undefined ? {} : { evaluationError }),
    },
  };
}

/** What a review asks about. An absent version means all. */
function attributesOf(spec: ReviewSpec): Attributes {
  const { resourceAttributes: about, nonResourceAttributes: path } = spec;
  if (!about) return { resourceRequest: false, verb: path?.verb ?? "", path: path?.path ?? "" };
  return {
    resourceRequest: true,
    verb: about.verb ?? "",
    group: about.group ?? "",
    version: about.version || "*",
    resource: about.resource ?? "",
    subresource: about.subresource ?? "",
    namespace: about.namespace ?? "",
    name: about.name ?? "",
  };
}

const identityOf = (spec: ReviewSpec): Identity => ({
  username: spec.user ?? "",
  ...(spec.uid ? { uid: spec.uid } : {}),
  groups: spec.groups ?? [],
  extra: spec.extra ?? {},
});

const specOf = (review: ApiObject): ReviewSpec => (review["spec"] ?? {}) as ReviewSpec;

/** POST on subjectaccessreviews: may that user do this? */
export const subjectAccessReviewAction: Action = (context, review) => {
  const spec = specOf(review);
  const errors = [...validateReviewSpec(spec, false), ...validateReviewMetadata(review, false)];
  if (errors.length > 0) throw invalidReview(context.kind.group, errors);
  return answer(context, review, identityOf(spec), attributesOf(spec));
};

/** POST on selfsubjectaccessreviews: may I do this? */
export const selfSubjectAccessReviewAction: Action = (context, review) => {
  const spec = specOf(review);
  const errors = [...validateReviewSpec(spec, true), ...validateReviewMetadata(review, false)];
  if (errors.length > 0) throw invalidReview(context.kind.group, errors);
  return answer(context, review, context.user, attributesOf(spec));
};

/** POST on localsubjectaccessreviews: may that user do this in this namespace? */
export const localSubjectAccessReviewAction: Action = (context, review) => {
  const spec = specOf(review);
  const errors = [
    ...validateReviewSpec(spec, false),
    ...validateReviewMetadata(review, true),
    ...validateLocalReview(review, spec),
  ];
  if (errors.length > 0) throw invalidReview(context.kind.group, errors);
  if (context.namespace === "") throw badRequest("namespace is required on this type: ");
  if (context.namespace !== review.metadata.namespace) {
    throw badRequest(`spec.resourceAttributes.namespace must match namespace: ${context.namespace}`);
  }
  return answer(context, review, identityOf(spec), attributesOf(spec));
};

/** POST on selfsubjectrulesreviews: what may I do in this namespace? Only the status is answered, as the reference does. */
export const selfSubjectRulesReviewAction: Action = async (context, review) => {
  const namespace = (review["spec"] as { namespace?: string } | undefined)?.namespace ?? "";
  if (namespace === "") throw badRequest("no namespace on request");
  const rules = (await context.authorizer.rulesFor?.(context.user, namespace)) ?? {
    resourceRules: [],
    nonResourceRules: [],
    incomplete: true,
    evaluationError: "the authorizer cannot list rules",
  };
  return {
    apiVersion: review.apiVersion,
    kind: review.kind,
    metadata: { creationTimestamp: null },
    spec: {},
    status: {
      resourceRules: rules.resourceRules,
      nonResourceRules: rules.nonResourceRules,
      incomplete: rules.incomplete,
      ...(rules.evaluationError === undefined ? {} : { evaluationError: rules.evaluationError }),
    },
  };
};
