import { describe, expect, it } from "vitest";
import { withDescriptions } from "./customDescriptions.ts";

describe("withDescriptions", () => {
  it("adds descriptions at every depth and nothing else", () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "array", items: { type: "string" } },
        b: { type: "object", additionalProperties: { type: "integer" } },
        metadata: { $ref: "#/x" },
      },
    };
    const source = {
      type: "object",
      description: "root",
      properties: {
        a: { type: "array", description: "list", items: { type: "string", description: "item", maxLength: 1 } },
        b: { additionalProperties: { description: "value" } },
        metadata: { description: "hidden" },
      },
    };
    expect(withDescriptions(schema, source)).toEqual({
      type: "object",
      description: "root",
      properties: {
        a: { type: "array", description: "list", items: { type: "string", description: "item" } },
        b: { type: "object", additionalProperties: { type: "integer", description: "value" } },
        metadata: { $ref: "#/x" },
      },
    });
  });

  it("leaves schemas without a source as they are", () => {
    const schema = { type: "string" };
    expect(withDescriptions(schema, undefined)).toBe(schema);
  });
});
