import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateEvent } from "../core/events/eventValidation.ts";
import { asEvent } from "../core/views.ts";
import { toCoreEvent } from "./conversion.ts";
import { validateFixedMembers } from "./fixedMembers.ts";

/** Members of the old form that a new event must not have, by their names in the core group. */
const MUST_BE_UNSET = ["firstTimestamp", "lastTimestamp", "count"] as const;
const REPORTER = "reportingController";

type CoreEvent = ReturnType<typeof asEvent>;

/** A series must have at least two events. */
function validateSeries({ series }: CoreEvent): FieldError[] {
  if (series === undefined || series === null) return [];
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(invalid(child("series", "count"), "", "should be at least 2"));
  if (series.lastObservedTime == null) errors.push(required(child("series", "lastObservedTime")));
  return errors;
}

/** Error paths use the names of the core group, because events are validated in that form, whatever their version. */
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

/** Stricter than the rules of the core group: an event must have the new form, and later only its series may change. */
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
