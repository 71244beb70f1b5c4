import { child, type FieldError, invalid, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { deepEqual } from "../../registry/deepEqual.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateEvent, validateEventUpdate } from "../core/eventValidation.ts";
import { asEvent } from "../core/narrow.ts";
import { toCoreEvent } from "./conversion.ts";

/** Members of the old form that a new event must not carry, by their names in the core group. */
const MUST_BE_UNSET = ["firstTimestamp", "lastTimestamp", "count"] as const;
const FIXED = [
  "involvedObject",
  "reason",
  "message",
  "source",
  "firstTimestamp",
  "lastTimestamp",
  "count",
  "reportingController",
  "reportingInstance",
  "action",
  "related",
  "type",
] as const;

/** Errors name members as the core group does, in which events are validated whatever version they came in. */
function validateNewForm(core: ApiObject): FieldError[] {
  const event = asEvent(core);
  const errors: FieldError[] = [];
  if (event.series !== undefined && event.series !== null) {
    if ((event.series.count ?? 0) < 2) errors.push(invalid(child("series", "count"), "", "should be at least 2"));
    if (event.series.lastObservedTime == null) errors.push(required(child("series", "lastObservedTime")));
  }
  if (event.eventTime == null) {
    errors.push(required("eventTime"));
    if (event.type !== "Normal" && event.type !== "Warning") {
      errors.push(invalid("type", "", `has invalid value: ${event.type ?? ""}`));
    }
  }
  for (const name of MUST_BE_UNSET) {
    if (event[name] != null && event[name] !== 0) errors.push(invalid(name, "", "needs to be unset"));
  }
  if ((event.source?.component ?? "") !== "" || (event.source?.host ?? "") !== "") {
    errors.push(invalid("source", "", "needs to be unset"));
  }
  return errors;
}

function validateFixed(core: ApiObject, old: ApiObject): FieldError[] {
  return FIXED.filter((name) => !deepEqual(core[name] ?? null, old[name] ?? null)).map((name) =>
    invalid(name, core[name], "field is immutable"),
  );
}

/** Stricter than the core group's: an event is new in form, and only its series moves afterwards. */
export const eventStrategy: Strategy = {
  allowCreateOnUpdate: true,
  validate(_context, object) {
    const core = toCoreEvent(object);
    return [...validateEvent(asEvent(core)), ...validateNewForm(core)];
  },
  validateUpdate(_context, object, old) {
    const core = toCoreEvent(object);
    const before = toCoreEvent(old);
    return [...validateEventUpdate(asEvent(core), asEvent(before)), ...validateFixed(core, before)];
  },
};
