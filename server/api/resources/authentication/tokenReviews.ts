import { defineResource } from "../../registry/definition.ts";

/** `authentication.{domain}/v1` tokenreviews. */
export const tokenReviews = defineResource({
  group: "authentication.{domain}",
  version: "v1",
  kind: "TokenReview",
  plural: "tokenreviews",
  singular: "tokenreview",
  scope: "Cluster",
  definition: "api.authentication.v1.TokenReview",
  verbs: ["create"],
  strategy: {},
  columns: [],
  action: "tokenreviews",
});
