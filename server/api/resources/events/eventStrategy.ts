import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateEvent } from "../core/events/eventValidation.ts";
import { asEvent } from "../core/views.ts";
import { toCoreEvent } from "./conversion.ts";
import { validateFixedMembers } from "./fixedMembers.ts";

/** Members of the old form that a new event must not carry, by their names in the core group. */
const MUST_BE_UNSET = ["firstTimestamp", "lastTimestamp", "count"] as const;
const REPORTER = "reportingController";

type CoreEvent = ReturnType<typeof asEvent>;

/** A series is of two events at least. */
function validateSeries({ series }: CoreEvent): FieldError[] {
  if (series === undefined || series === null) return [];
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(invalid(child("series", "count"), "", "should be at least 2"));
  if (series.lastObservedTime == null) errors.push(required(child("series", "lastObservedTime")));
  return errors;
}

/** Errors name members as the core group does, in which events are validated whatever version they came in. */
function validateNewForm(event: CoreEvent): FieldError[] {
  const errors = validateSeries(event);
  if (event.eventTime == null) errors.push(required("eventTime"));
  if (event.type !== "Normal" && event.type !== "Warning") {
    errors.push(invalid("type", "", `has invalid value: ${event.type ?? ""}`));
  }
  for (const name of MUST_BE_UNSET) {
    if (event[name] != null && event[name] !== 0) errors.push(invalid(name, "", "needs to be unset"));
  }
  if ((event.source?.component ?? "") !== "" || (event.source?.host ?? "") !== "") {
    errors.push(invalid("source", "", "needs to be unset"));
  }
  return errors;
}

/** Stricter than the core group's: an event is new in form, and only its series moves afterwards. */
export const eventStrategy: Strategy = {
  plainMetadata: true,
  expires: true,
  defaultDeletion: "Unsupported",
  metadataOnUpdate: [],
  allowCreateOnUpdate: true,
  validate({ vocabulary }, object) {
    const event = asEvent(toCoreEvent(object));
    return [...validateEvent(event, vocabulary, REPORTER), ...validateNewForm(event)];
  },
  validateUpdate({ vocabulary }, object, old) {
    const core = toCoreEvent(object);
    const before = toCoreEvent(old);
    return [
      ...validateEvent(asEvent(core), vocabulary, REPORTER),
      ...(deepEqual(core["series"] ?? null, before["series"] ?? null) ? [] : validateSeries(asEvent(core))),
      ...validateFixedMembers(asEvent(core), asEvent(before)),
    ];
  },
};
