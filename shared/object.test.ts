import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apiVersionOf, parseApiVersion } from "./object.ts";

describe("apiVersion", () => {
  it("is only the version in the core group", () => {
    expect(apiVersionOf({ group: "", version: "v1" })).toBe("v1");
    expect(apiVersionOf({ group: "apps", version: "v1beta1" })).toBe("apps/v1beta1");
    expect(parseApiVersion("v1")).toEqual({ group: "", version: "v1" });
    expect(parseApiVersion("a.b.c/v2")).toEqual({ group: "a.b.c", version: "v2" });
    expect(parseApiVersion("")).toEqual({ group: "", version: "" });
  });

  it("round-trips", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9.]{0,10}$/);
    fc.assert(
      fc.property(fc.oneof(word, fc.constant("")), word, (group, version) => {
        expect(parseApiVersion(apiVersionOf({ group, version }))).toEqual({ group, version });
      }),
    );
  });
});
