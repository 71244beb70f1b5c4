import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromStructured, matchesLabels, parseLabelSelector, SelectorError } from "./labelSelector.ts";

const selects = (selector: string, labels: Record<string, string>): boolean =>
  matchesLabels(parseLabelSelector(selector), labels);

describe("Matching", () => {
  const labels = { app: "web", tier: "front", size: "7", "example.com/part": "" };

  it.each([
    ["", true],
    ["app=web", true],
    ["app==web", true],
    ["app=api", false],
    ["app!=api", true],
    ["missing!=x", true],
    ["app in (api, web)", true],
    ["app in (api)", false],
    ["app notin (api)", true],
    ["missing notin (api)", true],
    ["missing in (api)", false],
    ["app", true],
    ["!app", false],
    ["!missing", true],
    ["size>6", true],
    ["size>7", false],
    ["size<8", true],
    ["tier>1", false],
    ["example.com/part=", true],
    ["example.com/part in ()", true],
    ["app=web,tier=front,!legacy", true],
    ["app=web,tier=back", false],
  ])("%s", (selector, expected) => {
    expect(selects(selector, labels)).toBe(expected);
  });

  it("indexes many values once for any number of objects", () => {
    let looks = 0;
    const values = Array.from({ length: 1000 }, (_, i) => `v${i}`);
    const watched = new Proxy(values, {
      get(target, member, receiver) {
        looks++;
        return Reflect.get(target, member, receiver);
      },
    });
    const named = (operator: "In" | "NotIn", value: string): boolean =>
      matchesLabels([{ key: "a", operator, values: watched }], { a: value });
    expect([named("In", "v999"), named("In", "w"), named("NotIn", "v0"), named("NotIn", "w")]).toEqual([
      ...[true, false, false, true],
    ]);
    const before = looks;
    for (let i = 0; i < 100; i++) named("In", `v${i}`);
    expect(looks - before).toBeLessThan(1000);
  });

  it("ignores inherited properties", () => {
    expect(selects("constructor", {})).toBe(false);
    expect(matchesLabels(parseLabelSelector("a"), undefined)).toBe(false);
  });
});

describe("Rejections", () => {
  it.each([
    ["a,", "found '', expected: identifier after ','"],
    ["a=b,,c=d", "found ',', expected: identifier after ','"],
    ["==", "found '==', expected: !, identifier, or 'end of string'"],
    ["a in (b", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["a in b", "unable to parse requirement: found 'b' expected: '('"],
    ["a,=b", "found '=', expected: identifier after ','"],
    ["a===b", "unable to parse requirement: found '=', expected: identifier"],
    ["a=b c", "found 'c', expected: ',' or 'end of string'"],
    ["a=b\u00a0", "a valid label must be an empty string or consist of alphanumeric characters"],
    ["a in (=)", "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ["a in (b,=)", "unable to parse requirement: found '=', expected: ',', or identifier"],
    ["a in (b,", "unable to parse requirement: found '', expected: ',', or identifier"],
    ["size>x", "values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer"],
    ["size>9223372036854775808", "the value must be an integer"],
    ["a in (b,d@e,c@d)", '[values[1][a]: Invalid value: "c@d": a valid label must'],
    [`a=${"v".repeat(64)}`, `values[0][a]: Invalid value: "${"v".repeat(64)}": must be no more than 63 characters`],
    [`${"k".repeat(64)}`, "name part must be no more than 63 characters"],
    ["a/b/c", '<nil>: Invalid value: "a/b/c": a qualified name must consist of'],
    ["a=b@c", 'values[0][a]: Invalid value: "b@c"'],
    ["-a", '<nil>: Invalid value: "-a"'],
  ])("%s", (selector, text) => {
    expect(() => parseLabelSelector(selector)).toThrow(SelectorError);
    expect(() => parseLabelSelector(selector)).toThrow(text);
  });
});

describe("Invariants", () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
  const labelMap = fc.dictionary(word, word);

  it("an equality selector built from labels selects them", () => {
    fc.assert(
      fc.property(labelMap, (labels) => {
        const selector = Object.entries(labels)
          .map(([key, value]) => `${key}=${value}`)
          .join(",");
        expect(selects(selector, labels)).toBe(true);
      }),
    );
  });

  it("in and notin are complementary", () => {
    fc.assert(
      fc.property(labelMap, word, fc.array(word, { minLength: 1 }), (labels, key, values) => {
        const set = `(${values.join(",")})`;
        expect(selects(`${key} in ${set}`, labels)).toBe(!selects(`${key} notin ${set}`, labels));
      }),
    );
  });

  it("text and structured selectors agree", () => {
    fc.assert(
      fc.property(labelMap, labelMap, (wanted, labels) => {
        const text = Object.entries(wanted)
          .map(([key, value]) => `${key}=${value}`)
          .join(",");
        expect(matchesLabels(fromStructured({ matchLabels: wanted }), labels)).toBe(selects(text, labels));
      }),
    );
  });
});
