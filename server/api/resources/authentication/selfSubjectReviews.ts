import { defineResource } from "../../registry/definition.ts";

/** `authentication.{domain}/v1` selfsubjectreviews. */
export const selfSubjectReviews = defineResource({
  group: "authentication.{domain}",
  version: "v1",
  kind: "SelfSubjectReview",
  plural: "selfsubjectreviews",
  singular: "selfsubjectreview",
  scope: "Cluster",
  definition: "api.authentication.v1.SelfSubjectReview",
  verbs: ["create"],
  strategy: {},
  columns: [],
  action: "selfsubjectreviews",
});
