import { describe, expect, it } from "vitest";
import { WIDGET_VERSION, widget } from "../../../shared/apply/testing/nodes.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { LastApplied } from "./lastApplied.ts";
import { applyPatch } from "./testing/immediate.ts";
import { openSession, START } from "./testing/session.ts";

const lastApplied: LastApplied = { manager: "client", annotation: "client.example.com/last" };
const configuration = (spec: object) => ({ apiVersion: WIDGET_VERSION, kind: "Widget", metadata: { name: "w" }, spec });

/**
 * An object that the client has created with client-side apply: owned by updates, with its configuration in the
 * annotation.
 */
function clientSide(spec: object, annotation = JSON.stringify(configuration(spec))): ApiObject {
  const annotations = { [lastApplied.annotation]: annotation };
  return openSession().update("client-side", { metadata: { name: "w", annotations }, spec });
}

const apply = (live: ApiObject, spec: object, manager = "client", more: Partial<LastApplied> = {}): ApiObject =>
  applyPatch({
    live,
    patch: configuration(spec),
    node: widget,
    apiVersion: WIDGET_VERSION,
    kind: "Widget",
    manager,
    force: false,
    now: START,
    lastApplied: { ...lastApplied, ...more },
  });

describe("Migration from client-side apply", () => {
  it("allows a client to change fields unchanged since its last apply", () => {
    const object = apply(clientSide({ replicas: 1, name: "n" }), { replicas: 2, name: "n" });
    expect(object["spec"]).toEqual({ replicas: 2, name: "n" });
    expect(object.metadata.annotations?.[lastApplied.annotation]).toBe(
      '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"name":"n","replicas":2}}\n',
    );
  });

  it("writes the annotation with markup escaped and without itself", () => {
    const annotations = { [lastApplied.annotation]: "old", other: "x" };
    const written = (metadata: object) => {
      const patch = { ...configuration({ name: "a && <b>" }), metadata: { name: "w", ...metadata } };
      const options = { node: widget, apiVersion: WIDGET_VERSION, kind: "Widget", now: START, lastApplied };
      const live = clientSide({ name: "n" });
      const object = applyPatch({ live, patch, manager: "client", force: true, ...options });
      return object.metadata.annotations?.[lastApplied.annotation];
    };
    const text = (metadata: string) =>
      `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{${metadata}"name":"w"},"spec":{"name":"a \\u0026\\u0026 \\u003cb\\u003e"}}\n`;
    expect(written({ annotations })).toBe(text('"annotations":{"other":"x"},'));
    expect(written({ annotations: null })).toBe(text(""));
    expect(written({})).toBe(text(""));
  });

  it("reports conflicts for fields others changed since", () => {
    const live = clientSide({ replicas: 1, name: "n" });
    const session = openSession(live);
    session.update("other", { metadata: live.metadata, spec: { replicas: 5, name: "n" } });
    expect(() => apply(session.object as ApiObject, { replicas: 2, name: "m" })).toThrow(
      'Apply failed with 1 conflict: conflict with "other" using example.com/v1: .spec.replicas',
    );
  });

  it("grants no ownership with another manager name or with a missing or useless annotation", () => {
    const conflict = 'conflict with "client-side" using example.com/v1: .spec.replicas';
    expect(() => apply(clientSide({ replicas: 1 }), { replicas: 2 }, "somebody")).toThrow(conflict);
    expect(() => apply(clientSide({ replicas: 1 }), { replicas: 2 }, "client", { annotation: "x" })).toThrow(conflict);
    const otherKind = JSON.stringify({ ...configuration({ replicas: 1 }), kind: "Gadget" });
    const unknown = JSON.stringify({ ...configuration({ replicas: 1 }), nope: 1 });
    for (const text of ["", "{", "[]", '{"apiVersion":"other/v1"}', otherKind, unknown]) {
      expect(() => apply(clientSide({ replicas: 1 }, text), { replicas: 2 }), text).toThrow(conflict);
    }
  });

  it("removes the annotation if it would become too long", () => {
    const object = apply(clientSide({ name: "n" }), { name: "n", gran: { big: "x".repeat(300_000) } });
    expect(object.metadata.annotations).toEqual({});
  });

  it("ignores objects without the annotation", () => {
    const live = openSession().update("u", { spec: { name: "n" } });
    expect(apply(live, { replicas: 1 }).metadata.annotations).toBeUndefined();
  });
});
