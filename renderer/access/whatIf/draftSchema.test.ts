import { expect, test } from "vitest";
import type { JsonSchema } from "../../editor/kindSchema.ts";
import { schemaByKind } from "./draftSchema.ts";

test("holds each document to the schema of its kind, with the definitions of all at the root", () => {
  const role = { type: "object", properties: { rules: {} }, definitions: { Rule: { type: "object" } } };
  const binding = {
    type: "object",
    properties: { subjects: {} },
    definitions: { Subject: {}, Rule: { type: "object" } },
  };
  const schema = schemaByKind(
    new Map<string, JsonSchema>([
      ["Role", role],
      ["RoleBinding", binding],
    ]),
  );
  expect(schema["properties"]).toEqual({ kind: { enum: ["Role", "RoleBinding"] } });
  expect(schema["allOf"]).toEqual([
    {
      if: { properties: { kind: { const: "Role" } }, required: ["kind"] },
      // biome-ignore lint/suspicious/noThenProperty: a schema is written so
      then: { type: "object", properties: { rules: {} } },
    },
    {
      if: { properties: { kind: { const: "RoleBinding" } }, required: ["kind"] },
      // biome-ignore lint/suspicious/noThenProperty: a schema is written so
      then: { type: "object", properties: { subjects: {} } },
    },
  ]);
  expect(schema["definitions"]).toEqual({ Rule: { type: "object" }, Subject: {} });
});
