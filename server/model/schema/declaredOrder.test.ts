import { describe, expect, it } from "vitest";
import { atOnce } from "../../../shared/steps.ts";
import { inDeclaredOrder } from "./declaredOrder.ts";
import { loadSchema } from "./schema.ts";

const schema = loadSchema();
const text = (definition: string, value: unknown) =>
  JSON.stringify(atOnce(inDeclaredOrder(schema.definition(definition), value)));

describe("inDeclaredOrder", () => {
  it("orders the members of structs at any depth", () => {
    expect(
      text("api.apps.v1.Deployment", {
        spec: {
          template: { spec: { containers: [{ image: "i", name: "c" }], volumes: [] }, metadata: {} },
          replicas: 1,
        },
        metadata: { managedFields: [], generation: 1, name: "a", uid: "u" },
        kind: "Deployment",
      }),
    ).toBe(
      '{"kind":"Deployment","metadata":{"name":"a","uid":"u","generation":1,"managedFields":[]},"spec":{"replicas":1,' +
        '"template":{"metadata":{},"spec":{"volumes":[],"containers":[{"name":"c","image":"i"}]}}}}',
    );
  });

  it("sorts maps and leaves free-form values unchanged", () => {
    expect(text("api.core.v1.ConfigMap", { data: { b: "1", a: "2", "10": "3" } })).toBe(
      '{"data":{"10":"3","a":"2","b":"1"}}',
    );
    const revision = { data: { z: 1, a: 2 }, revision: 1 };
    expect(text("api.apps.v1.ControllerRevision", revision)).toBe('{"data":{"z":1,"a":2},"revision":1}');
  });

  it("does not modify its argument and returns ordered objects unchanged", () => {
    const spec = { replicas: 1 };
    const late = Object.freeze({ spec, metadata: { name: "a" } });
    const node = schema.definition("api.apps.v1.Deployment");
    expect(atOnce(inDeclaredOrder(node, late)).spec).toBe(spec);
    const orderly = { metadata: { name: "a" }, spec };
    expect(atOnce(inDeclaredOrder(node, orderly))).toBe(orderly);
  });
});
