import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathMatches, resourceMatches, resourceNameMatches, ruleAllows, rulesAllow } from "./ruleMatch.ts";
import { access, rule } from "./testing/arbitraries.ts";

describe("resourceMatches", () => {
  it.each([
    [["pods"], "pods", "", true],
    [["pods"], "pods", "log", false],
    [["pods/log"], "pods", "log", true],
    [["pods/log"], "pods", "", false],
    [["*"], "pods", "log", true],
    [["*/scale"], "deployments", "scale", true],
    [["*/scale"], "deployments", "", false],
    [["*/scale"], "deployments", "status", false],
    [["pods/*"], "pods", "log", false],
    [["pods/*"], "pods", "*", true],
    [[], "pods", "", false],
  ])("%j on %s/%s: %s", (resources, resource, subresource, expected) => {
    expect(resourceMatches(resources, resource, subresource)).toBe(expected);
  });
});

describe("pathMatches", () => {
  it.each([
    [["/conf/*"], "/conf/a/b", true],
    [["/conf/*"], "/conf/", true],
    [["/conf/*"], "/conf", false],
    [["/exact"], "/exact", true],
    [["/exact"], "/exact/x", false],
    [["/any*"], "/anything", true],
    [["*"], "/x", true],
    [["/a/*/b"], "/a/x/b", false],
    [[], "/x", false],
  ])("%j on %s: %s", (urls, path, expected) => {
    expect(pathMatches(urls, path)).toBe(expected);
  });
  it("trims all trailing asterisks", () => {});
});

describe("resourceNameMatches", () => {
  it("allows requests without a name only if the rule has no resource names", () => {
    expect(resourceNameMatches(undefined, "x")).toBe(true);
    expect(resourceNameMatches([], "")).toBe(true);
    expect(resourceNameMatches(["x"], "x")).toBe(true);
    expect(resourceNameMatches(["x"], "")).toBe(false);
  });
});

describe("rulesAllow", () => {
  it("never loses a permission by an additional rule", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), rule, access, (rules, more, request) => {
        fc.pre(rulesAllow(rules, request));
        expect(rulesAllow([...rules, more], request)).toBe(true);
        expect(rulesAllow([more, ...rules], request)).toBe(true);
      }),
    );
  });
  it("never loses a permission by an additional verb", () => {
    fc.assert(
      fc.property(rule, fc.constantFrom("get", "*", "bind"), access, (one, verb, request) => {
        fc.pre(ruleAllows(one, request));
        expect(ruleAllows({ ...one, verbs: [...one.verbs, verb] }, request)).toBe(true);
      }),
    );
  });
  it("distinguishes resources from non-resource URLs", () => {
    const everything = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
    expect(ruleAllows(everything, { resourceRequest: false, verb: "get", path: "/x" })).toBe(false);
  });
});
