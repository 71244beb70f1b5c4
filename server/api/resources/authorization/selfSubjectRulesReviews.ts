import { defineResource } from "../../registry/definition.ts";

/** `authorization.{domain}/v1` selfsubjectrulesreviews. */
export const selfSubjectRulesReviews = defineResource({
  group: "authorization.{domain}",
  version: "v1",
  kind: "SelfSubjectRulesReview",
  plural: "selfsubjectrulesreviews",
  singular: "selfsubjectrulesreview",
  scope: "Cluster",
  definition: "api.authorization.v1.SelfSubjectRulesReview",
  verbs: ["create"],
  strategy: {},
  columns: [],
  action: "selfsubjectrulesreviews",
});
