import { expect, it } from "vitest";
import { initialFields } from "./initialFields.ts";

const string = { type: "string" };

it("contains the spec and all required fields except those with defaults", () => {
  const schema = {
    required: ["spec", "metadata", "mode"],
    properties: {
      apiVersion: string,
      kind: string,
      metadata: { type: "object" },
      status: { type: "object", required: ["ready"], properties: { ready: string } },
      mode: { type: "string", enum: ["Slow", "Fast"] },
      spec: {
        type: "object",
        required: ["size", "name", "on", "port", "class", "owner", "hosts", "labels"],
        properties: {
          size: { type: "integer", minimum: 3 },
          name: string,
          note: string,
          on: { type: "boolean" },
          port: { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
          class: { type: "string", default: "standard" },
          owner: { type: "object", required: ["id"], properties: { id: { type: "number" }, more: string } },
          hosts: {
            type: "array",
            minItems: 1,
            items: { type: "object", required: ["host"], properties: { host: string } },
          },
          labels: { type: "array", items: string },
        },
      },
    },
  };
  expect(initialFields(schema, {})).toEqual({
    mode: "Slow",
    spec: { size: 3, name: "example", on: false, port: 0, owner: { id: 0 }, hosts: [{ host: "example" }], labels: [] },
  });
});

it("contains an empty spec if nothing is required, and none if the kind has none", () => {
  expect(initialFields({ properties: { spec: { type: "object", properties: { a: string } } } }, {})).toEqual({
    spec: {},
  });
  expect(initialFields({ properties: { data: string } }, {})).toEqual({});
});

it("follows references, including recursive schemas", () => {
  const tree = {
    type: "object",
    required: ["child"],
    properties: { child: { allOf: [{ $ref: "#/components/schemas/Tree" }], default: undefined } },
  };
  const text = JSON.stringify(
    initialFields({ properties: { spec: { $ref: "#/components/schemas/Tree" } } }, { Tree: tree }),
  );
  expect(text).toMatch(/^\{"spec":\{"child":\{"child":/);
  expect(text.length).toBeLessThan(200);
});
