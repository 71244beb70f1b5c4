import { defineResource } from "../../registry/definition.ts";

/** `authorization.{domain}/v1` selfsubjectaccessreviews. */
export const selfSubjectAccessReviews = defineResource({
  group: "authorization.{domain}",
  version: "v1",
  kind: "SelfSubjectAccessReview",
  plural: "selfsubjectaccessreviews",
  singular: "selfsubjectaccessreview",
  scope: "Cluster",
  definition: "api.authorization.v1.SelfSubjectAccessReview",
  verbs: ["create"],
  strategy: {},
  columns: [],
  action: "selfsubjectaccessreviews",
});
