import type { RuntimeClass } from "kubernetes-types/node/v1";
import { type FieldError, invalid } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";
import { validateLabels } from "../validation/labels.ts";
import { checkLabel, invalidBy } from "../validation/names.ts";
import { validateNonNegativeQuantity } from "../validation/quantity.ts";

function validate(object: ApiObject): FieldError[] {
  const { handler = "", overhead, scheduling } = decoded<RuntimeClass>(object);
  const errors = invalidBy("handler", handler, checkLabel(handler));
  for (const [name, quantity] of Object.entries(overhead?.podFixed ?? {})) {
    errors.push(...validateNonNegativeQuantity(quantity, `overhead.podFixed[${name}]`));
  }
  errors.push(...validateLabels(scheduling?.nodeSelector, "scheduling.nodeSelector"));
  for (const [i, toleration] of (scheduling?.tolerations ?? []).entries()) {
    const again = scheduling?.tolerations?.findIndex((other) => JSON.stringify(other) === JSON.stringify(toleration));
    if (again !== i) errors.push(invalid(`scheduling.tolerations[${i}]`, toleration, "duplicate toleration"));
  }
  return errors;
}

/** The handler is what pods rely on; it never changes. */
export const runtimeClassStrategy: Strategy = {
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) =>
    validateImmutable(object["handler"] ?? "", old["handler"] ?? "", "handler"),
};
