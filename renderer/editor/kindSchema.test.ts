import { describe, expect, it } from "vitest";
import { documentKey, schemaOfKind } from "./kindSchema.ts";

const EXTENSION = "x-orch-group-version-kind";
const type = { group: "apps", version: "v1", kind: "Deployment" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemas = {
  "io.D": { [EXTENSION]: [type], properties: { spec: { allOf: [ref("Spec")], default: {} } } },
  Spec: { properties: { self: ref("Spec"), leaf: { items: ref("Leaf") }, gone: ref("Missing") } },
  Leaf: { type: "string" },
  Unused: { type: "integer" },
};

describe("schemaOfKind", () => {
  const schema = schemaOfKind({ components: { schemas } }, type, EXTENSION);

  it("is the kind's own schema with references into its definitions", () => {
    expect(schema).toMatchObject({ properties: { spec: { allOf: [{ $ref: "#/definitions/Spec" }], default: {} } } });
  });

  it("holds all that can be reached, and no more, cycles included", () => {
    expect(Object.keys(schema?.["definitions"] as object).sort()).toEqual(["Leaf", "Spec"]);
    expect(schema?.["definitions"]).toMatchObject({ Spec: { properties: { self: { $ref: "#/definitions/Spec" } } } });
  });

  it("does not change the document it is taken from", () => {
    expect(schemas.Spec.properties.self).toEqual(ref("Spec"));
  });

  it("is undefined for kinds that the document has not, or under another vocabulary", () => {
    expect(schemaOfKind({ components: { schemas } }, { ...type, kind: "Other" }, EXTENSION)).toBeUndefined();
    expect(schemaOfKind({ components: { schemas } }, type, "x-other-group-version-kind")).toBeUndefined();
    expect(schemaOfKind({}, type, EXTENSION)).toBeUndefined();
  });
});

it("knows where the index has a group version", () => {
  expect(documentKey({ group: "", version: "v1" })).toBe("api/v1");
  expect(documentKey(type)).toBe("apis/apps/v1");
});
