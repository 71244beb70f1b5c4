import { createTokenAction } from "../authentication/createToken.ts";
import { selfSubjectReviewAction } from "../authentication/selfSubjectReview.ts";
import type { Authentication } from "../authentication/setup.ts";
import { tokenReviewAction } from "../authentication/tokenReview.ts";
import {
  localSubjectAccessReviewAction,
  selfSubjectAccessReviewAction,
  selfSubjectRulesReviewAction,
  subjectAccessReviewAction,
} from "../authorization/accessReviews.ts";
import type { Action } from "../registry/action.ts";

/** What POST does on resources and sub-resources that store no object of their own, by the key of their definition. */
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
