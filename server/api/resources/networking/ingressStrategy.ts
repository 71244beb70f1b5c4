import type { Ingress } from "kubernetes-types/networking/v1";
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { ingressAllowances, ingressErrors, ingressStatusErrors } from "./ingressValidation.ts";

const classAnnotation = (vocabulary: Vocabulary): string => vocabulary.render("{labelDomain}/ingress.class");

/** The field replaced an annotation. A new object may have both only when they agree. */
function validateClassGivenOnce(vocabulary: Vocabulary, object: ApiObject): FieldError[] {
  const annotation = object.metadata.annotations?.[classAnnotation(vocabulary)];
  const name = narrow<Ingress>(object).spec?.ingressClassName ?? undefined;
  if (annotation === undefined || name === undefined || annotation === name) return [];
  return [
    // The path is the reference's, which lacks `metadata`.
    invalid(
      `annotations.${classAnnotation(vocabulary)}`,
      annotation,
      "must match `ingressClassName` when both are specified",
    ),
  ];
}

const own: Strategy = {
  metadataOnUpdate: ["change", "whole"],
  *validating({ vocabulary }, object, old) {
    if (old !== undefined) return yield* ingressErrors(object, yield* ingressAllowances(old));
    return [...(yield* ingressErrors(object)), ...validateClassGivenOnce(vocabulary, object)];
  },
  warningsOnCreate(context, object) {
    const name = classAnnotation(context.vocabulary);
    return object.metadata.annotations?.[name] === undefined
      ? []
      : [`annotation ${JSON.stringify(name)} is deprecated, please use 'spec.ingressClassName' instead`];
  },
};

/** Rules of ingresses. */
export const ingressStrategy = specStatusStrategy(own, { emptyStatus: { loadBalancer: {} } });

/** Rules of the status of ingresses. */
export const ingressStatusStrategy = statusStrategy(ingressStrategy, {
  validating: (_context, object) => ingressStatusErrors(object),
});
