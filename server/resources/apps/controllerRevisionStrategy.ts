import type { ControllerRevision } from "kubernetes-types/apps/v1";
import { type FieldError, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";
import { validateNonNegative } from "../validation/numbers.ts";

function validate(object: ApiObject): FieldError[] {
  const { revision, data } = decoded<ControllerRevision>(object);
  return [
    ...(data === undefined || data === null ? [required("data", "data is mandatory")] : []),
    ...validateNonNegative(revision, "revision"),
  ];
}

/** A revision's content never changes; its rank does. */
export const controllerRevisionStrategy: Strategy = {
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => [
    ...validate(object),
    ...validateImmutable(object["data"], old["data"], "data"),
  ],
};
