import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { applyOperations } from "../mutation/applyOperations.ts";
import { decodeOperations } from "./patchAnswer.ts";

const decoded = immediately(decodeOperations);
const applied = immediately(applyOperations);

const object = { metadata: { name: "x", labels: { a: "1" } }, list: [1] };

describe("decodeOperations", () => {
  it("reads a list of operations or null", () => {
    expect(decoded("h", '[{"op":"remove","path":"/a"}]')).toEqual([{ op: "remove", path: "/a" }]);
    expect(decoded("h", "null")).toEqual([]);
  });

  it.each([
    ["{}", "json: cannot unmarshal object into Go value of type jsonpatch.Patch"],
    ["[1]", "json: cannot unmarshal number into Go value of type jsonpatch.Operation"],
    ["x", "invalid character 'x' looking for beginning of value"],
  ])("rejects %s", (text, message) => {
    expect(() => decoded("h", text)).toThrow(
      `failed calling webhook "h": received undecodable patch in webhook response: ${message}`,
    );
  });
});

describe("applyOperations", () => {
  it("modifies a copy", () => {
    expect(applied(object, [{ op: "add", path: "/metadata/labels/b", value: "2" }])).toMatchObject({
      metadata: { labels: { a: "1", b: "2" } },
    });
    expect(object.metadata.labels).toEqual({ a: "1" });
  });

  it.each([
    [
      { op: "add", path: "/no/way", value: 1 },
      'add operation does not apply: doc is missing path: "/no/way": missing value',
    ],
    [{ op: "add", path: "/list/9", value: 1 }, "error in add for path: '/list/9': invalid index referenced"],
    [
      { op: "remove", path: "/metadata/annotations" },
      "error in remove for path: '/metadata/annotations': Unable to remove nonexistent key: annotations: missing value",
    ],
    [
      { op: "remove", path: "/no/way" },
      'remove operation does not apply: doc is missing path: "/no/way": missing value',
    ],
    [
      { op: "replace", path: "/no/way", value: 1 },
      "replace operation does not apply: doc is missing path: /no/way: missing value",
    ],
    [{ op: "test", path: "/metadata/name", value: "y" }, "testing value /metadata/name failed: test failed"],
    [
      { op: "copy", from: "/no/way", path: "/x" },
      "copy operation does not apply: doc is missing from path: /no/way: missing value",
    ],
    [{ op: "turn", path: "/x" }, "Unexpected kind: turn"],
  ])("reports why %j does not apply", (operation, message) => {
    const patch = [{ op: "add", path: "/first", value: 1 }, operation];
    expect(() => applied(object, patch)).toThrow(`Internal error occurred: ${message}`);
  });
});
