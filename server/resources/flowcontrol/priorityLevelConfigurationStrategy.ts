import type { LimitedPriorityLevelConfiguration, PriorityLevelConfiguration } from "kubernetes-types/flowcontrol/v1";
import { child, type FieldError, forbidden, invalid, notSupported, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { decoded } from "../strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { validateNonNegative, validatePositive } from "../validation/numbers.ts";

const MAX_QUEUES = 10_000_000;

function validate(object: ApiObject): FieldError[] {
  const { spec } = decoded<PriorityLevelConfiguration>(object);
  const type = spec?.type ?? "";
  if (type === "Exempt") {
    if (spec?.limited !== undefined) {
      return [forbidden("spec.limited", "must be nil if the type is Exempt")];
    }
    return [
      ...validateNonNegative(spec?.exempt?.nominalConcurrencyShares, "spec.exempt.nominalConcurrencyShares"),
      ...validatePercent(spec?.exempt?.lendablePercent, "spec.exempt.lendablePercent"),
    ];
  }
  if (type !== "Limited") return [notSupported("spec.type", type, ["Exempt", "Limited"])];
  const errors: FieldError[] = [];
  if (spec?.exempt !== undefined) errors.push(forbidden("spec.exempt", "must be nil if the type is Limited"));
  if (spec?.limited === undefined)
    return [...errors, required("spec.limited", "must not be empty when type is Limited")];
  return [...errors, ...validateLimited(spec.limited, "spec.limited")];
}

const validatePercent = (value: number | undefined, path: string): FieldError[] =>
  value !== undefined && (value < 0 || value > 100)
    ? [invalid(path, value, "must be between 0 and 100, inclusive")]
    : [];

function validateLimited(limited: LimitedPriorityLevelConfiguration, path: string): FieldError[] {
  const errors = [
    ...validateNonNegative(limited.nominalConcurrencyShares, child(path, "nominalConcurrencyShares")),
    ...validatePercent(limited.lendablePercent, child(path, "lendablePercent")),
  ];
  const at = child(path, "limitResponse");
  const { type = "", queuing } = limited.limitResponse ?? {};
  if (type === "Reject") {
    if (queuing !== undefined)
      errors.push(forbidden(child(at, "queuing"), "must be nil if limited.limitResponse.type is not Limited"));
    return errors;
  }
  if (type !== "Queue") return [...errors, notSupported(child(at, "type"), type, ["Queue", "Reject"])];
  const queuingPath = child(at, "queuing");
  if (queuing === undefined) {
    return [...errors, required(queuingPath, "must not be empty if limited.limitResponse.type is Limited")];
  }
  for (const name of ["queueLengthLimit", "queues", "handSize"] as const) {
    errors.push(...validatePositive(queuing[name] ?? 0, child(queuingPath, name)));
  }
  const { queues = 0, handSize = 0 } = queuing;
  if (queues > MAX_QUEUES)
    errors.push(invalid(child(queuingPath, "queues"), queues, `must not be greater than ${MAX_QUEUES}`));
  if (handSize > queues) {
    errors.push(invalid(child(queuingPath, "handSize"), handSize, `should not be greater than queues (${queues})`));
  }
  return errors;
}

/** Rules of priority level configurations. */
export const priorityLevelConfigurationStrategy = specStatusStrategy({
  validate: (_context, object) => validate(object),
});

/** Rules of the status of priority level configurations. */
export const priorityLevelConfigurationStatusStrategy = statusStrategy(priorityLevelConfigurationStrategy, {
  metadata: "reset",
});
