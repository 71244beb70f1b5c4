import { describe, expect, it } from "vitest";
import { texts } from "../../../api/resources/testing/objects.ts";
import { validateFullyQualifiedDomain, validateFullyQualifiedName } from "./qualifiedDomain.ts";

describe("fully qualified names", () => {
  it("require at least three segments", () => {
    expect(validateFullyQualifiedName("hook.example.com", "name")).toEqual([]);
    expect(texts(validateFullyQualifiedName("", "name"))).toEqual(["name: Required value"]);
    expect(texts(validateFullyQualifiedName("example.com", "name"))).toEqual([
      'name: Invalid value: "example.com": should be a domain with at least three segments separated by dots',
    ]);
  });

  it("report all problems in one error", () => {
    const errors = texts(validateFullyQualifiedName(`${"a".repeat(254)}_`, "name"));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/must be no more than 253 characters,a lowercase RFC 1123 subdomain/);
  });
});

describe("fully qualified domains", () => {
  it.each(["example.com", "a.b.", "x.y.z"])("%s", (name) => {
    expect(validateFullyQualifiedDomain(name, "name")).toEqual([]);
  });

  it.each([
    ["", /^name: Required value$/],
    ["local", /should be a domain with at least two segments separated by dots$/],
    ["a_b.c", /a lowercase RFC 1123 subdomain/],
    [`${"a".repeat(64)}.com`, /must be no more than 63 characters$/],
  ])("%s is refused", (name, expected) => {
    expect(texts(validateFullyQualifiedDomain(name, "name"))).toEqual([expect.stringMatching(expected)]);
  });
});
