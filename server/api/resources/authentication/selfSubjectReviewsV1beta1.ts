import { defineResource } from "../../registry/definition.ts";
import { selfSubjectReviews } from "./selfSubjectReviews.ts";

/** `authentication.{domain}/v1beta1` selfsubjectreviews: an older version of the same resource. */
export const selfSubjectReviewsV1beta1 = defineResource({
  ...selfSubjectReviews,
  version: "v1beta1",
  definition: "api.authentication.v1beta1.SelfSubjectReview",
});
