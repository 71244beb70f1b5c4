import { tokenReviewAction } from "../../../access/authentication/bearerTokens/tokenReview.ts";
import { selfSubjectReviewAction } from "../../../access/authentication/selfSubjectReview.ts";
import { createTokenAction } from "../../../access/authentication/serviceAccounts/createToken.ts";
import type { Authentication } from "../../../access/authentication/setup.ts";
import {
  localSubjectAccessReviewAction,
  selfSubjectAccessReviewAction,
  selfSubjectRulesReviewAction,
  subjectAccessReviewAction,
} from "../../../access/authorization/reviews/accessReviews.ts";
import type { Action } from "../../../api/registry/action.ts";

/** The actions behind POST on resources and sub-resources without stored objects, by the key of their definition. */
export function setUpActions(authentication: Authentication): Map<string, Action> {
  return new Map<string, Action>([
    ["tokenreviews", tokenReviewAction(authentication.review)],
    ["selfsubjectreviews", selfSubjectReviewAction],
    ["subjectaccessreviews", subjectAccessReviewAction],
    ["selfsubjectaccessreviews", selfSubjectAccessReviewAction],
    ["localsubjectaccessreviews", localSubjectAccessReviewAction],
    ["selfsubjectrulesreviews", selfSubjectRulesReviewAction],
    ["serviceaccounts/token", createTokenAction(authentication.serviceAccounts, authentication.issuing)],
  ]);
}
