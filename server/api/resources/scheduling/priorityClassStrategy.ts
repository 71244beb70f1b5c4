import type { PriorityClass } from "kubernetes-types/scheduling/v1";
import { type FieldError, forbidden, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { systemPriorityClasses } from "./defaults.ts";

/** Higher priorities are reserved for the system. */
const HIGHEST_USER_PRIORITY = 1_000_000_000;
const SYSTEM_PREFIX = "system-";
const POLICIES = ["PreemptLowerPriority", "Never"];

const systemClass = (name: string): ApiObject | undefined =>
  systemPriorityClasses.find(({ metadata }) => metadata.name === name);

function validate(_context: WriteContext, object: ApiObject): FieldError[] {
  const { value = 0, preemptionPolicy, globalDefault = false } = decoded<PriorityClass>(object);
  const name = object.metadata.name ?? "";
  const errors: FieldError[] = [];
  if (name.startsWith(SYSTEM_PREFIX)) {
    const known = systemClass(name);
    const detail =
      known === undefined
        ? `${name} is not a known system priority class`
        : known["value"] !== value
          ? `value of ${name} PriorityClass must be ${String(known["value"])}`
          : globalDefault
            ? `globalDefault of ${name} PriorityClass must be false`
            : undefined;
    if (detail !== undefined) {
      const reserved = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only`;
      errors.push(forbidden("metadata.name", `${reserved}. error: ${detail}`));
    }
  } else if (value > HIGHEST_USER_PRIORITY) {
    errors.push(forbidden("value", `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`));
  }
  if ((preemptionPolicy as string | undefined) === "") errors.push(required("preemptionPolicy"));
  else if (preemptionPolicy !== undefined && !POLICIES.includes(preemptionPolicy)) {
    errors.push(notSupported("preemptionPolicy", preemptionPolicy, POLICIES));
  }
  return errors;
}

/** The value is immutable, because pods have copied it at their creation. */
function validateUpdate(_context: WriteContext, object: ApiObject, old: ApiObject): FieldError[] {
  const now = decoded<PriorityClass>(object);
  const before = decoded<PriorityClass>(old);
  const errors: FieldError[] = [];
  if (now.value !== before.value) errors.push(forbidden("value", "may not be changed in an update."));
  if (now.preemptionPolicy !== before.preemptionPolicy) {
    errors.push({
      type: "FieldValueInvalid",
      field: "preemptionPolicy",
      message: `Invalid value: ${JSON.stringify(now.preemptionPolicy ?? null)}: field is immutable`,
    });
  }
  return errors;
}

/** Rules of priority classes. Their generation stays 1 on updates. */
export const priorityClassStrategy: Strategy = {
  tracksGeneration: true,
  validate,
  validateUpdate,
  refusesDeletion: (name) =>
    systemClass(name) === undefined ? undefined : "this is a system priority class and cannot be deleted",
};
