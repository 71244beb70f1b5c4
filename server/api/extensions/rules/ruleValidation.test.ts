import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { Rule } from "./rule.ts";
import { validateRules } from "./ruleValidation.ts";

const vocabulary = createVocabulary();

/** Errors of a schema whose root has one property `p`. */
function findings(property: JsonSchema, ...rules: Rule[]): string[] {
  const schema: JsonSchema = { type: "object", properties: { p: { ...property, "x-kubernetes-validations": rules } } };
  return atOnce(validateRules(schema, "s", vocabulary, true)).map(
    ({ field, message }) => `${field.replace("s.properties[p].x-kubernetes-validations", "#")}: ${message}`,
  );
}

const TEXT: JsonSchema = { type: "string", maxLength: 10 };
const OPEN: JsonSchema = { type: "array", items: { type: "string" } };

describe("validateRules", () => {
  it("accepts valid rules", () => {
    expect(
      findings(TEXT, { rule: "self != ''" }, { rule: "self == oldSelf", messageExpression: "'was ' + oldSelf" }),
    ).toEqual([]);
    expect(findings(TEXT, { rule: "oldSelf.orValue('') != self", optionalOldSelf: true })).toEqual([]);
  });

  it("reports compilation errors with the rule", () => {
    const [found = ""] = findings(TEXT, { rule: "self.x", message: 'a "b"' });
    expect(found).toContain(
      '#[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.x", Message:"a \\"b\\"",',
    );
    expect(found).toContain("compilation failed: ERROR: <input>:1:5: type 'string' does not support field selection");
    expect(findings(TEXT, { rule: "true", messageExpression: "1" })[0]).toMatch(
      /^#\[0\]\.messageExpression: .*: messageExpression must evaluate to a string$/,
    );
    expect(findings(TEXT, { rule: "true", messageExpression: "x" })[0]).toContain(
      "messageExpression compilation failed: ERROR",
    );
    expect(findings(TEXT, { rule: "self.find('(') == ''" })[0]).toMatch(
      /: program instantiation failed: error parsing regexp: missing closing \): `\(`$/,
    );
    expect(findings(TEXT, { rule: "true", messageExpression: "self.find('(')" })[0]).toMatch(
      /: messageExpression instantiation failed: error parsing regexp: missing closing \): `\(`$/,
    );
    expect(findings({ "x-kubernetes-int-or-string": true }, { rule: "self" })[0]).toMatch(/must evaluate to a bool$/);
  });

  it("validates the syntax of fields before compiling rules", () => {
    expect(findings(TEXT, { rule: "" }, { rule: "nope" })).toEqual([
      "#[0].rule: Required value: rule is not specified",
    ]);
    expect(findings(TEXT, { rule: "true\n&& true" })).toEqual([
      "#[0].message: Required value: message must be specified if rule contains line breaks",
    ]);
    expect(findings(TEXT, { rule: "true", message: " " }, { rule: "true", message: "a\nb" })).toEqual([
      '#[0].message: Invalid value: " ": message must be non-empty if specified',
      '#[1].message: Invalid value: "a\\nb": message must not contain line breaks',
    ]);
  });

  it("rejects transition rules where old and new values cannot be correlated", () => {
    const within = (extra: JsonSchema): string[] => {
      const rules = [{ rule: "self == oldSelf" }];
      const items: JsonSchema = {
        type: "object",
        properties: { k: TEXT },
        required: ["k"],
        "x-kubernetes-validations": rules,
      };
      const schema: JsonSchema = { type: "object", properties: { l: { type: "array", maxItems: 5, items, ...extra } } };
      return atOnce(validateRules(schema, "s", vocabulary, true)).map(({ message }) => message);
    };
    expect(within({})).toEqual([
      'Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties[l]',
    ]);
    expect(within({ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] })).toEqual([]);
    const inObject = (extra: JsonSchema): string[] => {
      const text: JsonSchema = { ...TEXT, "x-kubernetes-validations": [{ rule: "self == oldSelf" }] };
      const schema: JsonSchema = {
        type: "object",
        properties: { o: { type: "object", properties: { text }, ...extra } },
      };
      return atOnce(validateRules(schema, "s", vocabulary, true)).map(({ message }) => message);
    };
    expect(inObject({ "x-kubernetes-map-type": "atomic" })).toEqual([
      'Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties[o]',
    ]);
    expect(inObject({ "x-kubernetes-map-type": "granular" })).toEqual([]);
    expect(findings(TEXT, { rule: "true", optionalOldSelf: true })).toEqual([
      "#[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule",
    ]);
  });

  it("limits the estimated cost of each rule and of all rules", () => {
    const [rule, contributed, total] = findings(OPEN, { rule: "self.all(x, self.all(y, x == y))" });
    expect(rule).toBe(
      "#[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)",
    );
    expect(contributed).toContain("contributed to estimated rule cost total exceeding cost limit");
    expect(total).toContain(
      "s: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
    );
    expect(findings({ ...OPEN, maxItems: 10 }, { rule: "self.all(x, self.all(y, x.size() == y.size()))" })).toEqual([]);
  });

  it("estimates a bounded cost for type()", () => {
    const either: JsonSchema = { "x-kubernetes-int-or-string": true };
    expect(findings(either, { rule: "type(self) == int ? self > 0 : self == 'x'" })).toEqual([]);
  });

  it.each([
    [16, 909_090],
    [63, 333_333],
    [253, 94_339],
    [1024, 24_154],
  ])("limits contains() on strings of length %i like the reference: %i items", (maxLength, maxItems) => {
    const search = (count: number): string[] =>
      findings(
        { type: "array", maxItems: count, items: { type: "string", maxLength } },
        { rule: "self.all(x, x.contains('gpu'))" },
      );
    expect(search(maxItems)).toEqual([]);
    expect(search(Math.ceil(maxItems * 1.01))[0]).toMatch(/exceeds budget by factor of 1\.0\d{5}x/);
  });
});
