import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { covers } from "./covers.ts";
import { breakDown } from "./points.ts";
import { rulesAllow } from "./ruleMatch.ts";
import { plainRule, rule } from "./testing/arbitraries.ts";
import type { AccessRequest, PolicyRule } from "./types.ts";

/** The request that corresponds to a point without stars. */
function requestOf(point: PolicyRule): AccessRequest {
  const verb = point.verbs[0] ?? "";
  const path = point.nonResourceURLs?.[0];
  if (path !== undefined) return { resourceRequest: false, verb, path };
  const [resource = "", subresource = ""] = (point.resources?.[0] ?? "").split("/");
  const group = point.apiGroups?.[0] ?? "";
  return {
    resourceRequest: true,
    verb,
    group,
    resource,
    subresource,
    namespace: "",
    name: point.resourceNames?.[0] ?? "",
  };
}

describe("breakDown", () => {
  it("splits rules by group, resource, verb and name, non-resource URLs last", () => {
    expect(
      breakDown({ apiGroups: ["", "apps"], resources: ["a"], verbs: ["get", "list"], resourceNames: ["x"] }),
    ).toEqual([
      { apiGroups: [""], resources: ["a"], verbs: ["get"], resourceNames: ["x"] },
      { apiGroups: [""], resources: ["a"], verbs: ["list"], resourceNames: ["x"] },
      { apiGroups: ["apps"], resources: ["a"], verbs: ["get"], resourceNames: ["x"] },
      { apiGroups: ["apps"], resources: ["a"], verbs: ["list"], resourceNames: ["x"] },
    ]);
    expect(breakDown({ nonResourceURLs: ["/a", "/b"], verbs: ["get"] })).toHaveLength(2);
  });
});

describe("covers", () => {
  const rules = (...items: PolicyRule[]): PolicyRule[] => items;
  const pods = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };

  it.each<[string, PolicyRule[], PolicyRule[], boolean]>([
    ["a rule covers itself", rules(pods), rules(pods), true],
    [
      "a rule covers the same rule restricted to a resource name",
      rules(pods),
      rules({ ...pods, resourceNames: ["x"] }),
      true,
    ],
    [
      "a rule restricted to a resource name does not cover the unrestricted rule",
      rules({ ...pods, resourceNames: ["x"] }),
      rules(pods),
      false,
    ],
    [
      "listed verbs do not cover the verb wildcard",
      rules({ ...pods, verbs: ["get", "list"] }),
      rules({ ...pods, verbs: ["*"] }),
      false,
    ],
    ["wildcards cover everything", rules({ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }), rules(pods), true],
    [
      "a subresource of all resources covers that of one resource",
      rules({ ...pods, resources: ["*/log"] }),
      rules({ ...pods, resources: ["pods/log"] }),
      true,
    ],
    ["a resource does not cover its subresource", rules(pods), rules({ ...pods, resources: ["pods/log"] }), false],
    [
      "a path prefix covers paths below it",
      rules({ nonResourceURLs: ["/a/*"], verbs: ["get"] }),
      rules({ nonResourceURLs: ["/a/b*", "/a/*"], verbs: ["get"] }),
      true,
    ],
    [
      "a path does not cover the prefix above it",
      rules({ nonResourceURLs: ["/a/b"], verbs: ["get"] }),
      rules({ nonResourceURLs: ["/a/*"], verbs: ["get"] }),
      false,
    ],
    [
      "several rules together cover one rule",
      rules(pods, { ...pods, verbs: ["list"] }),
      rules({ ...pods, verbs: ["get", "list"] }),
      true,
    ],
  ])("%s", (_title, owned, asked, expected) => {
    expect(covers(owned, asked).covered).toBe(expected);
  });

  it("returns true exactly if every split rule is allowed", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), fc.array(plainRule, { maxLength: 3 }), (owned, asked) => {
        const allowed = asked.flatMap(breakDown).every((point) => rulesAllow(owned, requestOf(point)));
        expect(covers(owned, asked).covered).toBe(allowed);
      }),
      { numRuns: 500 },
    );
  });

  it("reports exactly the uncovered split rules, in order", () => {
    const coveredBy = (owned: PolicyRule[], point: PolicyRule): boolean =>
      owned.some((one) => covers([one], [point]).covered);
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), fc.array(rule, { maxLength: 3 }), (owned, asked) => {
        const expected = asked.flatMap(breakDown).filter((point) => !coveredBy(owned, point));
        expect(covers(owned, asked).missing).toEqual(expected);
      }),
    );
  });

  it("does not enumerate the combinations of long lists", () => {
    const items = (prefix: string): string[] => Array.from({ length: 20_000 }, (_, i) => `${prefix}${i}`);
    const asked = { apiGroups: items("g"), resources: items("r"), verbs: items("v"), resourceNames: items("n") };
    const all = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };
    expect(covers([all], [asked]).covered).toBe(true);
    // No rule covers one name in one group: all of its points are missing, and the first ones are reported.
    const owned = [
      { ...all, apiGroups: asked.apiGroups.slice(1) },
      { ...all, resourceNames: asked.resourceNames.slice(0, -1) },
    ];
    const { missing } = covers(owned, [asked]);
    expect(missing).toHaveLength(10_000);
    expect(missing[1]).toEqual({ apiGroups: ["g0"], resources: ["r0"], verbs: ["v1"], resourceNames: ["n19999"] });
    const paths = items("/a/");
    expect(
      covers([{ nonResourceURLs: ["/a/*"], verbs: ["*"] }], [{ nonResourceURLs: paths, verbs: paths }]).covered,
    ).toBe(true);
  });

  it("does not compare each owned rule with each requested one", () => {
    const many = (prefix: string): PolicyRule[] =>
      Array.from({ length: 8_000 }, (_, i) => ({ ...pods, resources: [`${prefix}${i}`], verbs: ["get", "list"] }));
    expect(covers(many("r"), many("r")).covered).toBe(true);
    expect(covers(many("r"), many("other")).missing).toHaveLength(10_000);
    const named = (prefix: string): PolicyRule[] =>
      Array.from({ length: 8_000 }, (_, i) => ({ ...pods, resourceNames: [`${prefix}${i}`] }));
    expect(covers(named("n"), named("n")).covered).toBe(true);
    expect(covers(named("n"), named("other")).missing).toHaveLength(8_000);
    const paths = (end: string): PolicyRule[] =>
      Array.from({ length: 8_000 }, (_, i) => ({ nonResourceURLs: [`/a/${i}/${end}`], verbs: ["get"] }));
    expect(covers(paths("*"), paths("b")).covered).toBe(true);
  });

  it("stops once one rule covers the rest, regardless of many partial matches", () => {
    const items = (prefix: string): string[] => Array.from({ length: 300 }, (_, i) => `${prefix}${i}`);
    const [apiGroups, resources, verbs] = [items("g"), items("r"), items("v")];
    // Each item is covered by a different set of rules.
    const chosen = (all: string[], rule: number): string[] =>
      all.filter((_, i) => ((i * 2_654_435_761) >>> rule) % 2 === 0);
    const owned = Array.from({ length: 20 }, (_, rule) => ({
      apiGroups: chosen(apiGroups, rule),
      resources: chosen(resources, rule),
      verbs: chosen(verbs, rule),
    }));
    const asked = { apiGroups, resources, verbs };
    expect(covers([...owned, asked], [asked]).covered).toBe(true);
    // No rule covers them, and 27 million combinations would have to be checked: the rule is reported as a whole.
    expect(covers(owned, [asked])).toEqual({ covered: false, missing: [asked] });
  });

  it("covers its own rules, and reports missing rules that are not owned", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), fc.array(rule, { maxLength: 3 }), (owned, asked) => {
        expect(covers(owned, owned).covered).toBe(true);
        const { missing } = covers(owned, asked);
        expect(covers([...owned, ...missing], asked).covered).toBe(true);
        for (const point of missing) expect(covers(owned, [point]).covered).toBe(false);
      }),
    );
  });
});
