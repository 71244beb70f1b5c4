import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { fromCoreEvent, toCoreEvent } from "./conversion.ts";

const text = fc.string({ minLength: 1 });
const event: fc.Arbitrary<ApiObject> = fc.record(
  {
    metadata: fc.constant({ name: "e" }),
    eventTime: fc.constant(null),
    regarding: fc.record({ kind: text, name: text }),
    note: text,
    reason: text,
    type: text,
    reportingController: text,
    reportingInstance: text,
    deprecatedSource: fc.record({ component: text }),
    deprecatedFirstTimestamp: fc.constant("2024-01-01T00:00:00Z"),
    deprecatedLastTimestamp: fc.constant(null),
    deprecatedCount: fc.nat(),
    series: fc.record({ count: fc.nat(), lastObservedTime: text }),
  },
  { requiredKeys: ["metadata"] },
);

describe("Event conversion", () => {
  test("a round trip through the core group is lossless", () => {
    fc.assert(
      fc.property(event, (object) => {
        expect(fromCoreEvent(toCoreEvent(object))).toEqual(object);
      }),
    );
  });

  test("maps fields to the core group's names and adds its required fields", () => {
    const core = toCoreEvent({
      metadata: { name: "e" },
      note: "it runs",
      regarding: { kind: "Pod" },
      deprecatedCount: 3,
    });
    expect(core).toEqual({
      metadata: { name: "e" },
      message: "it runs",
      involvedObject: { kind: "Pod" },
      count: 3,
      reportingComponent: "",
      reportingInstance: "",
    });
  });
});
