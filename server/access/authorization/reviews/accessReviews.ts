import type { ApiObject } from "../../../../shared/object.ts";
import { badRequest } from "../../../../shared/status.ts";
import type { Action, ActionContext } from "../../../api/registry/action.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { reviewedAttributes } from "./reviewedAttributes.ts";
import {
  invalidReview,
  type ReviewSpec,
  reviewSpecErrors,
  validateLocalReview,
  validateReviewMetadata,
} from "./reviewValidation.ts";

/** Returns the review with a status added. */
async function answer(context: ActionContext, review: ApiObject, user: Identity): Promise<ApiObject> {
  const { attributes, faults } = reviewedAttributes(specOf(review));
  const { decision, reason, evaluationError } = await context.authorizer.authorize(user, attributes);
  const errors = [...(evaluationError === undefined ? [] : [evaluationError]), ...faults];
  return {
    ...review,
    status: {
      allowed: decision === "allow",
      ...(decision === "deny" ? { denied: true } : {}),
      ...(reason === "" ? {} : { reason }),
      ...(errors.length === 0 ? {} : { evaluationError: errors.join("; ") }),
    },
  };
}

/** The review without members whose gate is off; these are neither validated nor returned. */
function gated(context: ActionContext, review: ApiObject): ApiObject {
  const spec = specOf(review);
  if (!spec.resourceAttributes || context.features?.enabled("AuthorizeWithSelectors") !== false) return review;
  const { fieldSelector, labelSelector, ...resourceAttributes } = spec.resourceAttributes;
  return { ...review, spec: { ...spec, resourceAttributes } };
}

const identityOf = (spec: ReviewSpec): Identity => ({
  username: spec.user ?? "",
  ...(spec.uid ? { uid: spec.uid } : {}),
  groups: spec.groups ?? [],
  extra: spec.extra ?? {},
});

const specOf = (review: ApiObject): ReviewSpec => (review["spec"] ?? {}) as ReviewSpec;

/** POST on subjectaccessreviews: may the given user do this? */
export const subjectAccessReviewAction: Action = async (context, given) => {
  const review = gated(context, given);
  const spec = specOf(review);
  const errors = [...(await inTurns(reviewSpecErrors(spec, false))), ...validateReviewMetadata(review, false)];
  if (errors.length > 0) throw invalidReview(context.kind.group, errors);
  return answer(context, review, identityOf(spec));
};

/** POST on selfsubjectaccessreviews: may I do this? */
export const selfSubjectAccessReviewAction: Action = async (context, given) => {
  const review = gated(context, given);
  const spec = specOf(review);
  const errors = [...(await inTurns(reviewSpecErrors(spec, true))), ...validateReviewMetadata(review, false)];
  if (errors.length > 0) throw invalidReview(context.kind.group, errors);
  return answer(context, review, context.user);
};

/** POST on localsubjectaccessreviews: may the given user do this in this namespace? */
export const localSubjectAccessReviewAction: Action = async (context, given) => {
  const review = gated(context, given);
  const spec = specOf(review);
  const errors = [
    ...(await inTurns(reviewSpecErrors(spec, false))),
    ...validateReviewMetadata(review, true),
    ...validateLocalReview(review, spec),
  ];
  if (errors.length > 0) throw invalidReview(context.kind.group, errors);
  if (context.namespace === "") throw badRequest("namespace is required on this type: ");
  if (context.namespace !== review.metadata.namespace) {
    throw badRequest(`spec.resourceAttributes.namespace must match namespace: ${context.namespace}`);
  }
  return answer(context, review, identityOf(spec));
};

/** POST on selfsubjectrulesreviews: what may I do in this namespace? Returns only the status, as in the reference. */
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
