import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { events as coreEvents } from "../core/events/events.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { eventStrategy } from "./eventStrategy.ts";

const event = (more: object = {}, namespace = "dev"): ApiObject => ({
  metadata: { name: "e", namespace },
  eventTime: "2026-01-01T00:00:00.000000Z",
  regarding: { kind: "Pod", namespace, name: "p" },
  reportingController: "example.com/runner",
  reportingInstance: "runner-0",
  action: "Run",
  reason: "Started",
  type: "Normal",
  note: "it runs",
  ...more,
});
const context = testContext();
const created = (more: object, namespace?: string): string[] =>
  texts(strategyErrors(eventStrategy, context, event(more, namespace)));
const updated = (more: object, before: object = {}): string[] =>
  texts(strategyErrors(eventStrategy, context, event(more), event(before)));

describe("New event", () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ eventTime: null }, ["eventTime: Required value"]],
    [{ type: "Odd" }, ['type: Invalid value: "": has invalid value: Odd']],
    [{ reportingController: "" }, ["reportingController: Required value"]],
    [{ action: "" }, ["action: Required value"]],
    [{ reason: "r".repeat(129) }, ['reason: Invalid value: "": can have at most 128 characters']],
    [{ note: "n".repeat(1025) }, ['message: Invalid value: "": can have at most 1024 characters']],
    [{ deprecatedCount: 2 }, ['count: Invalid value: "": needs to be unset']],
    [{ deprecatedSource: { host: "h" } }, ['source: Invalid value: "": needs to be unset']],
    [
      { series: { count: 1 } },
      ['series.count: Invalid value: "": should be at least 2', "series.lastObservedTime: Required value"],
    ],
  ])("with %j", (more, errors) => {
    expect(created(more).filter((text) => !text.includes("name part must"))).toEqual(errors);
  });

  it("about a cluster-scoped object must be in the default or system namespace", () => {
    const about = { regarding: { kind: "Node", name: "n" } };
    expect(created(about, "default")).toEqual([]);
    expect(created(about, "kube-system")).toEqual([]);
    expect(created(about, "dev")).toEqual([
      'involvedObject.namespace: Invalid value: "": does not match event.namespace',
    ]);
  });
});

describe("Event update", () => {
  it("may change only the series", () => {
    expect(updated({ series: { count: 2, lastObservedTime: "2026-01-01T00:00:01.000000Z" } })).toEqual([]);
    expect(updated({ series: { count: 0 } })).toHaveLength(2);
  });

  it.each([
    [{ reportingController: "example.com/other" }, "reportingController"],
    [{ reportingInstance: "other" }, "reportingInstance"],
    [{ note: "it stops" }, "message"],
    [{ action: "Stop" }, "action"],
    [{ type: "Warning" }, "type"],
    [{ regarding: { kind: "Pod", namespace: "dev", name: "q" } }, "involvedObject"],
    [{ eventTime: "2026-01-01T00:00:02.000000Z" }, "eventTime"],
  ])("%j is rejected", (more, field) => {
    const errors = updated(more);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${field}: Invalid value: .*: field is immutable$`));
  });
});

describe("Core group events", () => {
  const validate = (object: object): string[] =>
    texts(strategyErrors(coreEvents.strategy, context, { metadata: { name: "e", namespace: "dev" }, ...object }));

  it("must be in the namespace of their object", () => {
    expect(validate({ involvedObject: { namespace: "dev" } })).toEqual([]);
    expect(validate({ involvedObject: { namespace: "default" } })).toEqual([
      'involvedObject.namespace: Invalid value: "default": does not match event.namespace',
    ]);
  });

  it("require a reporting component only with an eventTime", () => {
    const target = { involvedObject: { namespace: "dev" } };
    expect(validate({ ...target, eventTime: null })).toEqual([]);
    expect(validate({ ...target, eventTime: "2026-01-01T00:00:00.000000Z" })).toContain(
      "reportingComponent: Required value",
    );
  });
});
