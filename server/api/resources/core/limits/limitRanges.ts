import { randomUUID } from "node:crypto";
import { createdAtColumn, nameColumn } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { asLimitRange } from "../views.ts";
import { limitRangeErrors } from "./limitRangeValidation.ts";

/** Bounds and defaults of resources in a namespace. An unnamed limit gets a random name. */
export const limitRanges = defineResource({
  group: "",
  version: "v1",
  kind: "LimitRange",
  plural: "limitranges",
  singular: "limitrange",
  scope: "Namespaced",
  definition: "api.core.v1.LimitRange",
  shortNames: ["limits"],
  strategy: {
    metadataOnUpdate: ["whole"],
    allowCreateOnUpdate: true,
    prepareForCreate: (_, { metadata }) => {
      metadata.name ||= randomUUID();
    },
    validating: (context, object) => limitRangeErrors(asLimitRange(object).spec, "spec", context),
  },
  columns: [nameColumn, createdAtColumn],
});
