import { describe, expect, it } from "vitest";
import { WIDGET_VERSION } from "../../../shared/apply/testing/nodes.ts";
import { fieldSetOfNames } from "../../../shared/fieldset/fieldSet.ts";
import { ApiError } from "../../../shared/status.ts";
import { openSession, START } from "./testing/session.ts";

function errorOf(run: () => unknown): ApiError {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("expected an error");
}

describe("applyPatch", () => {
  it("creates a missing object whose identity no manager owns", () => {
    const session = openSession();
    const object = session.apply("m1", { spec: { replicas: 1, gran: { a: "1" } } });
    expect(object.metadata.name).toBe("w");
    expect(object["spec"]).toEqual({ replicas: 1, gran: { a: "1" } });
    expect(object.metadata.managedFields).toEqual([
      {
        manager: "m1",
        operation: "Apply",
        apiVersion: WIDGET_VERSION,
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { "f:gran": { "f:a": {} }, "f:replicas": {} } },
      },
    ]);
  });

  it("adds no entry for a manager that applies nothing", () => {
    const session = openSession();
    expect("managedFields" in session.apply("m1", {}).metadata).toBe(false);
  });

  it("removes fields no longer applied unless another manager owns them", () => {
    const session = openSession();
    session.apply("m1", { spec: { gran: { a: "1", b: "2" }, set: ["x", "y"] } });
    session.apply("m2", { spec: { gran: { b: "2" }, set: ["y"] } });
    session.apply("m1", { spec: { gran: {} } });
    expect(session.object?.["spec"]).toEqual({ gran: { b: "2" }, set: ["y"] });
    expect(session.owners()).toEqual({
      m1: { "f:spec": { "f:gran": {} } },
      m2: { "f:spec": { "f:gran": { "f:b": {} }, "f:set": { 'v:"y"': {} } } },
    });
  });

  it("removes a list item with its content but keeps parts owned by others", () => {
    const session = openSession();
    session.apply("m1", {
      spec: {
        byName: [
          { name: "x", v: 1 },
          { name: "y", v: 2, w: 3 },
        ],
      },
    });
    session.apply("m2", { spec: { byName: [{ name: "y", nested: { a: "1" } }] } });
    session.apply("m1", { spec: { byName: [] } });
    expect(session.object?.["spec"]).toEqual({ byName: [{ name: "y", nested: { a: "1" } }] });
  });

  it("keeps fields an updater added inside an applied struct", () => {
    const session = openSession();
    session.apply("m1", { spec: { replicas: 1 } });
    session.update("u", { spec: { replicas: 1, gran: { k: "v" } } });
    session.apply("m1", {});
    expect(session.object?.["spec"]).toEqual({ gran: { k: "v" } });
  });

  it("keeps a map that is applied empty", () => {
    const session = openSession();
    session.apply("m1", { spec: { gran: { a: "1" }, byName: [{ name: "x" }] } });
    session.apply("m1", { spec: { gran: {} } });
    expect(session.object?.["spec"]).toEqual({ gran: {} });
  });

  it("reports every conflict, sorted by manager", () => {
    const session = openSession();
    session.apply("m2", { spec: { replicas: 1, name: "n" } });
    session.apply("m1", { spec: { replicas: 1 } });
    const error = errorOf(() => session.apply("m3", { spec: { replicas: 2, name: "o" } }));
    expect(error.code).toBe(409);
    expect(error.reason).toBe("Conflict");
    expect(error.message).toBe(
      'Apply failed with 3 conflicts: conflicts with "m1":\n- .spec.replicas\nconflicts with "m2":\n- .spec.name\n- .spec.replicas',
    );
    expect(error.status.details?.causes).toEqual([
      { reason: "FieldManagerConflict", message: 'conflict with "m1"', field: ".spec.replicas" },
      { reason: "FieldManagerConflict", message: 'conflict with "m2"', field: ".spec.name" },
      { reason: "FieldManagerConflict", message: 'conflict with "m2"', field: ".spec.replicas" },
    ]);
  });

  it("distinguishes an updater from its subresource in conflicts", () => {
    const session = openSession();
    session.update("u", { spec: { replicas: 1 } });
    session.update("u", { spec: { replicas: 1 }, status: { phase: "a" } }, { subresource: "status" });
    expect(errorOf(() => session.apply("m", { spec: { replicas: 2 } })).message).toBe(
      'Apply failed with 1 conflict: conflict with "u" using example.com/v1: .spec.replicas',
    );
    expect(errorOf(() => session.apply("m", { status: { phase: "b" } })).message).toBe(
      'Apply failed with 1 conflict: conflict with "u" with subresource "status" using example.com/v1: .status.phase',
    );
  });

  it("takes ownership with force", () => {
    const session = openSession();
    session.apply("m1", { spec: { replicas: 1, name: "n" } });
    session.apply("m2", { spec: { replicas: 2 } }, { force: true });
    expect(session.owners()).toEqual({ m1: { "f:spec": { "f:name": {} } }, m2: { "f:spec": { "f:replicas": {} } } });
  });

  it("keeps a manager's time when nothing changes", () => {
    const session = openSession();
    session.apply("m1", { spec: { replicas: 1 } });
    const before = session.object;
    session.apply("m1", { spec: { replicas: 1 } }, { now: START + 60_000 });
    expect(session.object?.metadata.managedFields).toBe(before?.metadata.managedFields);
    session.apply("m1", { spec: { replicas: 2 } }, { now: START + 60_000 });
    expect(session.object?.metadata.managedFields?.[0]?.time).toBe("2026-01-01T00:01:00Z");
  });

  it("assigns an object without managed fields to before-first-apply", () => {
    const session = openSession({
      apiVersion: WIDGET_VERSION,
      kind: "Widget",
      metadata: { name: "w", uid: "1" },
      spec: { replicas: 1, gran: { a: "b" } },
    });
    expect(errorOf(() => session.apply("m", { spec: { replicas: 2 } })).message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using example.com/v1: .spec.replicas',
    );
    session.apply("m", { spec: { replicas: 1 } });
    expect(session.owners()).toEqual({
      m: { "f:spec": { "f:replicas": {} } },
      "before-first-apply": { "f:spec": { ".": {}, "f:gran": { ".": {}, "f:a": {} }, "f:replicas": {} } },
    });
  });

  it("rejects bodies of another kind or version, and bodies with managedFields", () => {
    const session = openSession();
    const message = (body: Record<string, unknown>) => errorOf(() => session.apply("m", body)).message;
    expect(message({ apiVersion: undefined, kind: undefined })).toBe("invalid object type: /, Kind=");
    expect(message({ apiVersion: "v2" })).toBe("invalid object type: /v2, Kind=Widget");
    expect(message({ apiVersion: "a/b", kind: "Other" })).toBe("invalid object type: a/b, Kind=Other");
    expect(message({ apiVersion: "a/b/c" })).toBe("invalid object type: /, Kind=");
    const owned = (managedFields: unknown) => message({ metadata: { name: "w", managedFields } });
    for (const given of [[], [{}], [{ manager: "m" }]]) expect(owned(given)).toBe("metadata.managedFields must be nil");
  });

  it("rejects values that do not match the type with an error without a reason", () => {
    const error = errorOf(() =>
      openSession().apply("m", { metadata: { name: "w", namespace: "n" }, spec: { nope: 1 } }),
    );
    expect(error.code).toBe(500);
    expect(error.status.reason).toBeUndefined();
    expect(error.message).toBe(
      "failed to create typed patch object (n/w; example.com/v1, Kind=Widget): .spec.nope: field not declared in schema",
    );
  });

  it("owns only fields that the endpoint may write", () => {
    const session = openSession();
    const main = { resetFields: { [WIDGET_VERSION]: fieldSetOfNames([["status"]]) } };
    session.apply("m", { spec: { replicas: 1 }, status: { phase: "x" } }, main);
    expect(session.owners()).toEqual({ m: { "f:spec": { "f:replicas": {} } } });
    session.apply(
      "s",
      { spec: { replicas: 9 }, status: { phase: "x" } },
      {
        subresource: "status",
        onlyFields: fieldSetOfNames([["status"]]),
      },
    );
    expect(session.owners()).toMatchObject({ "s/status": { "f:status": { "f:phase": {} } } });
  });

  it("fails on unreadable managed fields", () => {
    const session = openSession({
      apiVersion: WIDGET_VERSION,
      kind: "Widget",
      metadata: { name: "w", managedFields: [{ manager: "x" }] },
    });
    expect(errorOf(() => session.apply("m", {})).message).toBe(
      "failed to decode managed fields: operation must be `Apply` or `Update`",
    );
  });
});
