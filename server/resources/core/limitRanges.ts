import { createdAtColumn, nameColumn } from "../columns/table.ts";
import { defineResource } from "../definition.ts";
import { validateLimitRangeSpec } from "./limitRangeValidation.ts";
import { asLimitRange } from "./views.ts";

/** Bounds and defaults of resources in a namespace. */
export const limitRanges = defineResource({
  group: "",
  version: "v1",
  kind: "LimitRange",
  plural: "limitranges",
  singular: "limitrange",
  scope: "Namespaced",
  definition: "api.core.v1.LimitRange",
  shortNames: ["limits"],
  storageVersionHash: "EBKMFVe6cwo=",
  strategy: {
    metadataOnUpdate: ["whole"],
    allowCreateOnUpdate: true,
    validate: (context, object) => validateLimitRangeSpec(asLimitRange(object).spec, "spec", context),
  },
  columns: [nameColumn, createdAtColumn],
});
