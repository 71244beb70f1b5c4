import type { ApiObject } from "../../../../shared/object.ts";

/** Members of events.{domain}/v1 with another name in the core group. All others have the same name in both. */
const CORE_NAMES: Readonly<Record<string, string>> = {
  reportingController: "reportingComponent",
  regarding: "involvedObject",
  note: "message",
  deprecatedSource: "source",
  deprecatedFirstTimestamp: "firstTimestamp",
  deprecatedLastTimestamp: "lastTimestamp",
  deprecatedCount: "count",
};
const EVENT_NAMES = Object.fromEntries(Object.entries(CORE_NAMES).map(([event, core]) => [core, event]));

/** Text members that the core form always writes and the other form omits when empty. */
const ALWAYS_IN_CORE = ["reportingComponent", "reportingInstance"];

function rename(object: ApiObject, names: Readonly<Record<string, string>>): ApiObject {
  const renamed = Object.entries(object).map(([name, value]) => [names[name] ?? name, value]);
  return Object.fromEntries(renamed) as ApiObject;
}

/** Converts an event to the core group's form, in which events are stored. */
export function toCoreEvent(object: ApiObject): ApiObject {
  const core = rename(object, CORE_NAMES);
  for (const name of ALWAYS_IN_CORE) core[name] ??= "";
  return core;
}

/** The inverse of {@link toCoreEvent}. */
export function fromCoreEvent(object: ApiObject): ApiObject {
  const { reportingComponent, reportingInstance, ...rest } = object;
  return rename(
    {
      ...rest,
      metadata: object.metadata,
      ...(reportingComponent === "" || reportingComponent === undefined ? {} : { reportingComponent }),
      ...(reportingInstance === "" || reportingInstance === undefined ? {} : { reportingInstance }),
    },
    EVENT_NAMES,
  );
}
