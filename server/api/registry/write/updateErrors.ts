import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import {
  type MetadataErrors,
  type MetadataRule,
  metadataChangeErrors,
  type ObjectMetaOptions,
} from "../metadata/objectMeta.ts";
import type { Strategy, WriteContext } from "../strategy.ts";

const BOTH: readonly MetadataRule[] = ["whole", "change"];

/** All validation errors of a changed object, in the reference's order. @param options for validating its metadata */
export function* updateErrors(
  strategy: Strategy,
  context: WriteContext,
  object: ApiObject,
  old: ApiObject,
  options: ObjectMetaOptions,
): Steps<FieldError[]> {
  const rules = strategy.metadataOnUpdate ?? ["change"];
  const before = rules === "woven" ? [] : rules;
  const metadataErrors = yield* metadataChangeErrors(
    object.metadata,
    old.metadata,
    rules === "woven" ? BOTH : rules,
    options,
  );
  return [
    ...metadataErrors.general,
    ...before.flatMap((rule) => metadataErrors[rule]),
    ...(yield* ownErrors(strategy, context, object, old, metadataErrors)),
  ];
}

/** The errors that the kind's own rules find in a change. */
function* ownErrors(
  strategy: Strategy,
  context: WriteContext,
  object: ApiObject,
  old: ApiObject,
  metadataErrors: MetadataErrors,
): Steps<FieldError[]> {
  if (strategy.validating !== undefined) return yield* strategy.validating(context, object, old, metadataErrors);
  return strategy.validateUpdate?.(context, object, old, metadataErrors) ?? strategy.validate?.(context, object) ?? [];
}
