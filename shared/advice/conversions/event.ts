import type { Conversion } from "./conversion.ts";
import { fill, isAbsent, type Members, membersOf, ownOf, take } from "./members.ts";

/** Converts events to events v1, which no longer accepts the deprecated fields. */
export const convertEvent: Conversion = (object, context) => {
  const first = take(object, "deprecatedFirstTimestamp");
  const last = take(object, "deprecatedLastTimestamp");
  const count = take(object, "deprecatedCount");
  const source = membersOf(take(object, "deprecatedSource"));
  if (first ?? last) fill(object, "eventTime", microTime(first ?? last));
  settleSeries(object, count, last);
  const component = ownOf(source, "component");
  if (component !== undefined && isEmpty(object, "reportingController")) object["reportingController"] = component;
  const instance = ownOf(source, "host") ?? ownOf(object, "reportingController");
  if (instance !== undefined && isEmpty(object, "reportingInstance")) object["reportingInstance"] = instance;
  if (isEmpty(object, "action") && !isEmpty(object, "reason")) object["action"] = object["reason"];
  for (const name of ["eventTime", "action", "reason", "reportingController", "reportingInstance"]) {
    if (isEmpty(object, name)) context.fail({ en: `\`${name}\` is missing.`, de: `\`${name}\` fehlt.` });
  }
  const type = ownOf(object, "type");
  if (type === "Normal" || type === "Warning") return;
  object["type"] = "Normal";
  context.note({
    en: `\`type\` was ${JSON.stringify(type ?? "")}, which is no longer taken, and is Normal now.`,
    de: `\`type\` war ${JSON.stringify(type ?? "")}, was nicht mehr gilt, und ist jetzt Normal.`,
  });
};

function settleSeries(object: Members, count: unknown, last: unknown): void {
  const series = membersOf(ownOf(object, "series"));
  if (series !== undefined) {
    take(series, "state");
    return;
  }
  if (typeof count === "number" && count > 1 && last !== undefined) {
    object["series"] = { count, lastObservedTime: microTime(last) };
  }
}

/** Adds six fractional digits to a time that has whole seconds. */
const microTime = (time: unknown): unknown =>
  typeof time === "string" ? time.replace(/(:\d\d)(Z|[+-]\d\d:\d\d)$/, "$1.000000$2") : time;

const isEmpty = (object: Members, name: string): boolean => isAbsent(object, name) || object[name] === "";
