import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfiguration,
} from "kubernetes-types/flowcontrol/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { decodedInSteps, narrow } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import { conditionTypeErrors } from "./conditionTypes.ts";
import { validateLimitResponse } from "./limitResponseValidation.ts";
import { validateMandatoryPriorityLevel } from "./mandatoryObjects.ts";

const EXEMPT = "exempt";
const TYPES = ["Exempt", "Limited"];

function* levelErrors(object: ApiObject): Steps<FieldError[]> {
  const { spec } = yield* decodedInSteps<PriorityLevelConfiguration>(object);
  const { type = "", exempt, limited }: Partial<NonNullable<PriorityLevelConfiguration["spec"]>> = spec ?? {};
  const errors: FieldError[] = [];
  if ((object.metadata.name === EXEMPT) !== (type === "Exempt")) {
    errors.push(invalid("spec.type", type, "type must be 'Exempt' if and only if name is 'exempt'"));
  }
  if (type === "Exempt") {
    if (limited !== undefined) errors.push(forbidden("spec.limited", "must be nil if the type is not Limited"));
    append(errors, validateExempt(exempt, "spec.exempt"));
  } else if (type === "Limited") {
    if (exempt !== undefined) errors.push(forbidden("spec.exempt", "must be nil if the type is Limited"));
    if (limited === undefined) errors.push(required("spec.limited", "must not be empty when type is Limited"));
    else append(errors, validateLimited(limited, "spec.limited"));
  } else errors.push(notSupported("spec.type", type, TYPES));
  return [...errors, ...validateMandatoryPriorityLevel(object), ...(yield* statusErrors(object))];
}

const statusErrors = (object: ApiObject): Steps<FieldError[]> =>
  conditionTypeErrors(narrow<PriorityLevelConfiguration>(object).status?.conditions, "status.conditions");

/** The shares of a level, and the percentage that others may borrow. */
interface Shares {
  readonly nominalConcurrencyShares?: number;
  readonly lendablePercent?: number;
}

const validateShares = ({ nominalConcurrencyShares: shares }: Shares, path: string): FieldError[] =>
  shares !== undefined && shares < 0
    ? [invalid(child(path, "nominalConcurrencyShares"), shares, "must be a non-negative integer")]
    : [];

const validateLendable = ({ lendablePercent: percent }: Shares, path: string): FieldError[] =>
  percent !== undefined && (percent < 0 || percent > 100)
    ? [invalid(child(path, "lendablePercent"), percent, "must be between 0 and 100, inclusive")]
    : [];

const validateExempt = (exempt: ExemptPriorityLevelConfiguration = {}, path: string): FieldError[] => [
  ...validateShares(exempt, path),
  ...validateLendable(exempt, path),
];

function validateLimited(limited: LimitedPriorityLevelConfiguration, path: string): FieldError[] {
  const errors = [
    ...validateShares(limited, path),
    ...validateLimitResponse(limited.limitResponse, child(path, "limitResponse")),
    ...validateLendable(limited, path),
  ];
  const borrowed = limited.borrowingLimitPercent;
  if (borrowed !== undefined && borrowed < 0) {
    const detail = "if specified, must be a non-negative integer";
    errors.push(invalid(child(path, "borrowingLimitPercent"), borrowed, detail));
  }
  return errors;
}

/** Rules of priority level configurations. */
export const priorityLevelConfigurationStrategy = specStatusStrategy({
  metadataOnUpdate: ["whole"],
  validating: (_context, object) => levelErrors(object),
});

/** Rules of the status of priority level configurations. */
export const priorityLevelConfigurationStatusStrategy = statusStrategy(priorityLevelConfigurationStrategy, {
  metadata: "whole",
  validating: (_context, object) => statusErrors(object),
});
