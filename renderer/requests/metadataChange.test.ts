import { describe, expect, it } from "vitest";
import { changeWords, parseChange } from "./metadataChange.ts";

describe("parseChange", () => {
  it("parses what it formats", () => {
    expect(parseChange("a=1, b-\nc=")).toEqual({ a: "1", b: null, c: "" });
    expect(changeWords({ a: "1", b: null })).toEqual(["a=1", "b-"]);
    expect(parseChange("a")).toBeUndefined();
    expect(parseChange("=x")).toBeUndefined();
    expect(parseChange("  ")).toBeUndefined();
  });
});
