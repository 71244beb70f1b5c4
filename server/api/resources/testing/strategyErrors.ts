import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";

/** The errors of a kind's own rules for a new object or, with a stored object, for a change. */
export function strategyErrors(
  strategy: Strategy,
  context: WriteContext,
  object: ApiObject,
  old?: ApiObject,
): FieldError[] {
  const steps = strategy.validating?.(context, object, old);
  if (steps !== undefined) return atOnce(steps);
  const ofChange = old === undefined ? undefined : strategy.validateUpdate?.(context, object, old, NO_METADATA_ERRORS);
  return ofChange ?? strategy.validate?.(context, object) ?? [];
}
