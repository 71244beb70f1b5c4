import { describe, expect, it } from "vitest";
import {
  atomicList,
  builtin,
  mapOf,
  metadata,
  scalar,
  text,
  WIDGET_VERSION,
} from "../../../shared/apply/testing/nodes.ts";
import { fieldSetOfNames } from "../../../shared/fieldset/fieldSet.ts";
import type { ApiObject, JsonObject, ManagedFieldsEntry } from "../../../shared/object.ts";
import { atOnce } from "../../../shared/steps.ts";
import { AS_REFERENCE, AS_SPECIFIED } from "../../ground/settings/quirks.ts";
import { loadSchema } from "../schema/schema.ts";
import { revertTouchedTimes } from "./fieldManager.ts";
import { trackUpdate } from "./testing/immediate.ts";
import { openSession, START } from "./testing/session.ts";

describe("trackUpdate", () => {
  it("assigns all fields to the creator", () => {
    const session = openSession();
    session.update("c", { spec: { gran: { a: "1" }, byName: [{ name: "x", v: 1 }], atom: ["q"] } });
    expect(session.owners()).toEqual({
      c: {
        "f:spec": {
          ".": {},
          "f:atom": {},
          "f:byName": { ".": {}, 'k:{"name":"x"}': { ".": {}, "f:name": {}, "f:v": {} } },
          "f:gran": { ".": {}, "f:a": {} },
        },
      },
    });
  });

  it("keeps managers that the body of a create names, of fields that it does not set", () => {
    const entry = (manager: string, fieldsV1: JsonObject, more: object = {}) => ({
      manager,
      operation: "Update",
      apiVersion: WIDGET_VERSION,
      time: "2020-01-01T00:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1,
      ...more,
    });
    const create = (managedFields: unknown) => {
      const session = openSession();
      session.update("m", { metadata: { name: "w", managedFields }, spec: { replicas: 1 } });
      return session.object?.metadata.managedFields?.map(({ manager, time, fieldsV1 }) => [manager, time, fieldsV1]);
    };
    const time = "2026-01-01T00:00:00Z";
    const own = ["m", time, { "f:spec": { ".": {}, "f:replicas": {} } }];
    expect(create([entry("given", { "f:spec": { "f:replicas": {}, "f:name": {} } })])).toEqual([
      ["given", "2020-01-01T00:00:00Z", { "f:spec": { "f:name": {} } }],
      own,
    ]);
    expect(create([entry("m", { "f:spec": { "f:name": {} } })])).toEqual([
      ["m", time, { "f:spec": { ".": {}, "f:name": {}, "f:replicas": {} } }],
    ]);
    const dropped = [
      entry("given", { "f:spec": { "f:replicas": {} } }),
      entry("old", { "f:x": {} }, { apiVersion: "v0" }),
    ];
    for (const given of [[], [{}], dropped, [entry("bad", { bad: {} })]]) expect(create(given)).toEqual([own]);
    expect(create([entry("bad", { "f:x": {} }, { apiVersion: "a/b/c" })])).toBeUndefined();
  });

  it("stores the managers that a body names in canonical form", () => {
    const session = openSession();
    session.update("c", { spec: { replicas: 1 } });
    const fieldsV1 = { "f:spec": { "f:name": { ".": {} }, "f:atom": null, "f:byName": { "q:x": {} } } };
    const given = { manager: "", operation: "Apply", apiVersion: WIDGET_VERSION, fieldsType: "FieldsV1", fieldsV1 };
    session.update("c", { metadata: { name: "w", managedFields: [given] }, spec: { replicas: 1 } });
    const { manager: _, ...entry } = given;
    const canonical = { "f:spec": { "f:atom": {}, "f:byName": {}, "f:name": {} } };
    expect(session.object?.metadata.managedFields).toEqual([{ ...entry, fieldsV1: canonical }]);
  });

  it("assigns changed fields to the updating manager and drops removed ones", () => {
    const session = openSession();
    session.update("c", { spec: { gran: { a: "1", b: "2" }, replicas: 1 } });
    session.update("u", { spec: { gran: { a: "9" }, replicas: 1 } }, { now: START + 5000 });
    expect(session.owners()).toEqual({
      c: { "f:spec": { ".": {}, "f:gran": {}, "f:replicas": {} } },
      u: { "f:spec": { "f:gran": { "f:a": {} } } },
    });
    const [first, second] = session.object?.metadata.managedFields ?? [];
    expect([first?.time, second?.time]).toEqual(["2026-01-01T00:00:00Z", "2026-01-01T00:00:05Z"]);
  });

  it("keeps the same entries when nothing changes", () => {
    const session = openSession();
    session.update("c", { spec: { replicas: 1 } });
    const before = session.object?.metadata.managedFields;
    session.update("u", { spec: { replicas: 1 } }, { now: START + 5000 });
    expect(session.object?.metadata.managedFields).toBe(before);
    session.update("u", { metadata: { name: "w" }, spec: { replicas: 1 } }, { now: START + 5000 });
    expect(session.object?.metadata.managedFields).toBe(before);
  });

  it("takes fields from appliers too", () => {
    const session = openSession();
    session.apply("m", { spec: { replicas: 1, name: "n" } });
    session.update("u", { spec: { replicas: 2, name: "n" } });
    expect(session.owners()).toEqual({ m: { "f:spec": { "f:name": {} } }, u: { "f:spec": { "f:replicas": {} } } });
  });

  it("resets, replaces or ignores managedFields in the body", () => {
    const given: ManagedFieldsEntry = {
      manager: "given",
      operation: "Update",
      apiVersion: WIDGET_VERSION,
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:replicas": {} } },
    };
    const updateWith = (managedFields: unknown, subresource = "", replicas = 1, quirks = AS_SPECIFIED) => {
      const session = openSession();
      session.update("c", { spec: { replicas: 1 } });
      const next = { metadata: { name: "w", managedFields }, spec: { replicas } };
      session.update("u", next, { subresource, quirks });
      return Object.keys(session.owners());
    };
    expect(updateWith([])).toEqual(["c"]);
    expect(updateWith([{}])).toEqual([]);
    expect(updateWith([{}], "", 2)).toEqual(["u"]);
    for (const empty of [[], [{}]]) expect(updateWith(empty, "", 2, AS_REFERENCE)).toEqual([]);
    expect(updateWith([given])).toEqual(["given"]);
    expect(updateWith([{ ...given, operation: "Grab" }])).toEqual(["c"]);
    expect(updateWith([{ ...given, apiVersion: "" }])).toEqual(["c"]);
    expect(updateWith([{ ...given, fieldsV1: { bad: {} } }])).toEqual(["c"]);
    expect(updateWith(undefined)).toEqual(["c"]);
    expect(updateWith([], "status")).toEqual(["c"]);
  });

  it("does not start tracking untracked objects", () => {
    const session = openSession({ apiVersion: WIDGET_VERSION, kind: "Widget", metadata: { name: "w" }, spec: {} });
    session.update("u", { spec: { replicas: 1 } });
    expect("managedFields" in (session.object?.metadata ?? {})).toBe(false);
  });

  it("has one entry per subresource and omits fields the endpoint resets", () => {
    const session = openSession();
    const resetFields = { [WIDGET_VERSION]: fieldSetOfNames([["status"]]) };
    session.update("c", { spec: { replicas: 1 }, status: { phase: "x" } }, { resetFields });
    session.update(
      "c",
      { spec: { replicas: 1 }, status: { phase: "y" } },
      {
        subresource: "status",
        onlyFields: fieldSetOfNames([["status"]]),
      },
    );
    expect(session.owners()).toEqual({
      c: { "f:spec": { ".": {}, "f:replicas": {} } },
      "c/status": { "f:status": { "f:phase": {} } },
    });
  });

  it("names an unnamed manager unknown", () => {
    const session = openSession();
    session.update("", { spec: { replicas: 1 } });
    expect(Object.keys(session.owners())).toEqual(["unknown"]);
  });

  it("keeps at most ten updaters", () => {
    const session = openSession();
    session.update("m0", { spec: { gran: { k0: "v" } } });
    const gran: Record<string, string> = { k0: "v" };
    for (let i = 1; i < 15; i++) {
      gran[`k${i}`] = "v";
      session.update(`m${i}`, { spec: { gran: { ...gran } } }, { now: START + i * 1000 });
    }
    const names = Object.keys(session.owners());
    expect(names).toHaveLength(10);
    expect(names[0]).toBe("ancient-changes");
    expect(session.object?.metadata.managedFields?.[0]?.time).toBe("2026-01-01T00:00:05Z");
    expect(session.owners()["ancient-changes"]).toEqual({
      "f:spec": {
        ".": {},
        "f:gran": { ".": {}, ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((i) => [`f:k${i}`, {}])) },
      },
    });
  });
});

describe("Built-in types", () => {
  const node = builtin({
    apiVersion: text,
    kind: text,
    metadata,
    spec: builtin({
      paused: scalar("bool"),
      count: [scalar("int32"), { keep: true }],
      items: [atomicList(text), { keep: true }],
      labels: mapOf(text),
      inner: builtin({ since: scalar("time"), note: text }),
      option: [builtin({ since: scalar("time"), note: text }), { pointer: true }],
    }),
  });
  const create = (spec: unknown) => {
    const next: ApiObject = { apiVersion: "v1", kind: "K", metadata: { name: "n", creationTimestamp: null }, spec };
    const made = trackUpdate({ live: undefined, next, node, apiVersion: "v1", manager: "m", now: START });
    return made.metadata.managedFields?.[0]?.fieldsV1;
  };

  it("have structs that are always present and owned by no manager", () => {
    expect(create({ count: 0, items: null, inner: { since: null, note: "x" } })).toEqual({
      "f:spec": { "f:inner": { "f:note": {} } },
    });
  });

  it("ignore zero values that are never written", () => {
    expect(create({ paused: false, labels: {}, inner: { note: "" } })).toBeUndefined();
    expect(create({ paused: true, count: 1, items: [] })).toEqual({
      "f:spec": { "f:count": {}, "f:items": {}, "f:paused": {} },
    });
  });

  it("own the always-present fields of a newly set struct", () => {
    expect(create({ option: {} })).toEqual({ "f:spec": { "f:option": { ".": {}, "f:since": {} } } });
  });
});

describe("revertTouchedTimes", () => {
  const entry = (time: string): ManagedFieldsEntry => ({
    manager: "m",
    operation: "Update",
    apiVersion: "v1",
    time,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": {} },
  });
  const object = (time: string, data: unknown): ApiObject => ({
    apiVersion: "v1",
    metadata: { name: "a", managedFields: [entry(time)] },
    data,
  });

  it("reverts changes of timestamps only", () => {
    const type = loadSchema().definition("api.core.v1.ConfigMap");
    const live = object("2026-01-01T00:00:00Z", { a: "1" });
    const touched = object("2026-02-01T00:00:00Z", { a: "1" });
    expect(atOnce(revertTouchedTimes(type, live, touched))).toEqual(live);
    const changed = object("2026-02-01T00:00:00Z", { a: "2" });
    expect(atOnce(revertTouchedTimes(type, live, changed))).toBe(changed);
    const untouched = { ...live };
    expect(atOnce(revertTouchedTimes(type, live, untouched))).toBe(untouched);
    const none = object("2026-01-01T00:00:00Z", { list: null });
    const stated = object("2026-02-01T00:00:00Z", { list: [] });
    expect(atOnce(revertTouchedTimes(type, none, stated)).metadata).toEqual(none.metadata);
  });

  it("does not revert times that change the order of managers", () => {
    const type = loadSchema().definition("api.core.v1.ConfigMap");
    const [first, second] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
    const owned = (...managers: [string, string][]) => ({
      ...object(first, { a: "1" }),
      metadata: { name: "a", managedFields: managers.map(([manager, time]) => ({ ...entry(time), manager })) },
    });
    const live = owned(["a", first], ["b", second]);
    const later = "2026-01-03T00:00:00Z";
    expect(atOnce(revertTouchedTimes(type, live, owned(["a", first], ["b", later])))).toEqual(live);
    const swapped = owned(["b", second], ["a", later]);
    expect(atOnce(revertTouchedTimes(type, live, swapped))).toBe(swapped);
  });

  it("reverts the time of a write that only states an amount in another way", () => {
    const type = loadSchema().definition("api.core.v1.LimitRangeItem");
    const limited = (time: string, cpu: string) => ({ ...object(time, undefined), max: { cpu } });
    const live = limited("2026-01-01T00:00:00Z", "1k");
    const same = limited("2026-02-01T00:00:00Z", "1e3");
    expect(atOnce(revertTouchedTimes(type, live, same))).toEqual({ ...same, metadata: live.metadata });
    const other = limited("2026-02-01T00:00:00Z", "1001");
    expect(atOnce(revertTouchedTimes(type, live, other))).toBe(other);
  });
});
