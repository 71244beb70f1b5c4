import { describe, expect, it } from "vitest";
import { parseFieldsV1 } from "../fieldset/fieldsV1.ts";
import { extractItems } from "./extractItems.ts";
import { widget } from "./testing/nodes.ts";

const value = {
  spec: {
    gran: { a: "1", b: "2" },
    atom: ["q"],
    byName: [
      { name: "x", v: 1, w: 2 },
      { name: "y", v: 3 },
    ],
  },
};

describe("extractItems", () => {
  it("returns what a manager owns, including item keys", () => {
    const set = parseFieldsV1({
      "f:spec": { "f:atom": {}, "f:gran": { "f:b": {} }, "f:byName": { 'k:{"name":"x"}': { "f:w": {} } } },
    });
    expect(extractItems(widget, value, set)).toEqual({
      spec: { gran: { b: "2" }, atom: ["q"], byName: [{ name: "x", w: 2 }] },
    });
    expect(extractItems(widget, value, parseFieldsV1({ "f:status": {} }))).toBeUndefined();
  });
});
