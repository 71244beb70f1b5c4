import { defineResource } from "../../registry/definition.ts";

/** `authorization.{domain}/v1` subjectaccessreviews. */
export const subjectAccessReviews = defineResource({
  group: "authorization.{domain}",
  version: "v1",
  kind: "SubjectAccessReview",
  plural: "subjectaccessreviews",
  singular: "subjectaccessreview",
  scope: "Cluster",
  definition: "api.authorization.v1.SubjectAccessReview",
  verbs: ["create"],
  strategy: {},
  columns: [],
  action: "subjectaccessreviews",
});
