import { defineResource } from "../../registry/definition.ts";

/** `authorization.{domain}/v1` localsubjectaccessreviews. */
export const localSubjectAccessReviews = defineResource({
  group: "authorization.{domain}",
  version: "v1",
  kind: "LocalSubjectAccessReview",
  plural: "localsubjectaccessreviews",
  singular: "localsubjectaccessreview",
  scope: "Namespaced",
  definition: "api.authorization.v1.LocalSubjectAccessReview",
  verbs: ["create"],
  strategy: {},
  columns: [],
  action: "localsubjectaccessreviews",
});
