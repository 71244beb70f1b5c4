import { expect, it } from "vitest";
import { asEvent } from "../core/views.ts";
import { texts } from "../testing/objects.ts";
import { validateFixedMembers } from "./fixedMembers.ts";

const base = {
  involvedObject: { kind: "Pod", namespace: "dev", name: "p" },
  reason: "Started",
  eventTime: "2026-01-01T00:00:00.000000Z",
};
const changed = (more: object): string[] =>
  texts(
    validateFixedMembers(
      asEvent({ metadata: { name: "e" }, ...base, ...more }),
      asEvent({ metadata: { name: "e" }, ...base }),
    ),
  );

it.each<[object, string[]]>([
  [{ series: { count: 3 } }, []],
  [{ source: {} }, []],
  [
    { involvedObject: { ...base.involvedObject, name: "q" } },
    [
      'involvedObject: Invalid value: core.ObjectReference{Kind:"Pod", Namespace:"dev", Name:"q", UID:"", APIVersion:"", ResourceVersion:"", FieldPath:""}: field is immutable',
    ],
  ],
  [
    { reason: "Ended" },
    ['reason: Invalid value: "Ended": field is immutable', 'reason: Invalid value: "Ended": field is immutable'],
  ],
  [
    { eventTime: "2026-01-01T00:00:01.250000Z" },
    ["eventTime: Invalid value: 2026-01-01 00:00:01.25 +0000 UTC: field is immutable"],
  ],
  [{ eventTime: null }, ["eventTime: Invalid value: 0001-01-01 00:00:00 +0000 UTC: field is immutable"]],
  [
    { source: { component: "c" } },
    ['source: Invalid value: core.EventSource{Component:"c", Host:""}: field is immutable'],
  ],
  [{ count: 2 }, ["count: Invalid value: 2: field is immutable"]],
  [{ reportingComponent: "x" }, ['reportingController: Invalid value: "x": field is immutable']],
])("%j", (more, expected) => {
  expect(changed(more)).toEqual(expected);
});
