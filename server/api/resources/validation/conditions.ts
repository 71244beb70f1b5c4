/** Rules of status conditions, as newer kinds have them. */
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  invalid,
  notSupported,
  required,
  tooLong,
} from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { byteLength, patternMessage } from "../../../../shared/text/regexText.ts";
import { validateLabelName } from "../../../ground/formats/names/labels.ts";

const STATUSES = ["False", "True", "Unknown"];
const REASON = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
const reasonPattern = new RegExp(`^(?:${REASON})$`);
const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;

/** A condition as a client may send it. */
export interface ConditionShape {
  readonly type?: string;
  readonly status?: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

/** Field errors of conditions: each must be complete, and types must be unique. */
export function conditionErrors(conditions: readonly ConditionShape[] | undefined, path: string): Steps<FieldError[]> {
  const types = new Set<string>();
  return errorsOfEach(conditions, path, (condition, at) => {
    const type = condition.type ?? "";
    const errors = types.has(type) ? [duplicate(child(at, "type"), type)] : [];
    types.add(type);
    return [...errors, ...validateCondition(condition, at)];
  });
}

function validateCondition(condition: ConditionShape, path: string): FieldError[] {
  const { type = "", status = "", observedGeneration = 0, lastTransitionTime, reason = "", message = "" } = condition;
  const errors = validateLabelName(type, child(path, "type"));
  if (!STATUSES.includes(status)) errors.push(notSupported(child(path, "status"), status, STATUSES));
  if (observedGeneration < 0) {
    const detail = "must be greater than or equal to zero";
    errors.push(invalid(child(path, "observedGeneration"), observedGeneration, detail));
  }
  if (lastTransitionTime === undefined || lastTransitionTime === null) {
    errors.push(required(child(path, "lastTransitionTime"), "must be set"));
  }
  append(errors, validateReason(reason, child(path, "reason")));
  if (byteLength(message) > MAX_MESSAGE) errors.push(tooLong(child(path, "message"), MAX_MESSAGE));
  return errors;
}

function validateReason(reason: string, path: string): FieldError[] {
  if (reason === "") return [required(path, "must be set")];
  const errors = reasonPattern.test(reason) ? [] : [invalid(path, reason, reasonMessage())];
  if (byteLength(reason) > MAX_REASON) errors.push(tooLong(path, MAX_REASON));
  return errors;
}

const reasonMessage = (): string =>
  patternMessage(
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
    REASON,
    "my_name",
    "MY_NAME",
    "MyName",
    "ReasonA,ReasonB",
    "ReasonA:ReasonB",
  );
