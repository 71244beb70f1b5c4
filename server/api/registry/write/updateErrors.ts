import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import {
  type MetadataLooks,
  type MetadataRule,
  type ObjectMetaOptions,
  objectMetaLooks,
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
  const looks = yield* objectMetaLooks(object.metadata, old.metadata, rules === "woven" ? BOTH : rules, options);
  return [
    ...looks.general,
    ...before.flatMap((rule) => looks[rule]),
    ...(yield* ownErrors(strategy, context, object, old, looks)),
  ];
}

/** The errors that the kind's own rules find in a change. */
function* ownErrors(
  strategy: Strategy,
  context: WriteContext,
  object: ApiObject,
  old: ApiObject,
  looks: MetadataLooks,
): Steps<FieldError[]> {
  if (strategy.validating !== undefined) return yield* strategy.validating(context, object, old, looks);
  return strategy.validateUpdate?.(context, object, old, looks) ?? strategy.validate?.(context, object) ?? [];
}
