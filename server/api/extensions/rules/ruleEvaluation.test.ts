import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { Rule } from "./rule.ts";
import { ruleEvaluator } from "./ruleEvaluation.ts";

const vocabulary = createVocabulary();
const rules = (...list: (string | Rule)[]): JsonSchema => ({
  "x-kubernetes-validations": list.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
const object = (properties: Record<string, JsonSchema>, extra: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  ...extra,
});

/** Errors of a schema's rules for a value. */
function judge(schema: JsonSchema, value: unknown, old?: unknown, warn?: (text: string) => void): string[] {
  const evaluate = ruleEvaluator(schema, vocabulary);
  const errors = evaluate?.(value, { ...(old === undefined ? {} : { old }), ...(warn === undefined ? {} : { warn }) });
  return (errors ?? []).map(({ field, message }) => `${field}: ${message}`);
}

const INTEGER: JsonSchema = { type: "integer" };

describe("ruleEvaluator", () => {
  it("is undefined for a schema without rules", () => {
    expect(ruleEvaluator(object({ a: INTEGER }), vocabulary)).toBeUndefined();
  });

  it("reads fields named by reserved words, escaped or not", () => {
    const schema = object(
      { namespace: { type: "string" }, if: INTEGER },
      rules("self.namespace == 'a' && self.__namespace__ == 'a' && has(self.if) && self.if == 1 && self == oldSelf"),
    );
    expect(judge(schema, { namespace: "a", if: 1 }, { namespace: "a", if: 1 })).toEqual([]);
    expect(judge(schema, { namespace: "b", if: 1 }, { namespace: "a", if: 1 })).toHaveLength(1);
  });

  it("takes a null member for an absent one", () => {
    const schema = (rule: string) => object({ a: { ...INTEGER, nullable: true } }, rules(rule));
    expect(judge(schema("!has(self.a)"), { a: null })).toEqual([]);
    expect(judge(schema("self.a == 1"), { a: null })).toEqual([
      '<nil>: Invalid value: "object": no such key: a evaluating rule: self.a == 1',
    ]);
    const list = object({ l: { type: "array", items: { ...INTEGER, nullable: true } } }, rules("size(self.l) == 2"));
    expect(judge(list, { l: [1, null] })).toEqual([]);
  });

  it("compares members of objects also when rules cannot read them", () => {
    const item = object({ a: INTEGER }, { "x-kubernetes-preserve-unknown-fields": true });
    const schema = object({ l: { type: "array", items: item } }, rules("self.l[0] == self.l[1]"));
    const equal = (one: object, other: object): boolean => judge(schema, { l: [one, other] }).length === 0;
    expect(equal({ a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } })).toBe(true);
    expect(equal({ a: 1, b: "x" }, { a: 1, b: "y" })).toBe(false);
    expect(equal({ a: 1, b: "x" }, { a: 1, c: "x" })).toBe(false);
    expect(equal({ a: 1, b: "x" }, { a: 1 })).toBe(false);
    expect(equal({ a: 1 }, { a: 2 })).toBe(false);
  });

  it("evaluates rules at every level", () => {
    const schema = object(
      {
        list: { type: "array", items: { ...INTEGER, ...rules("self > 0") } },
        map: { type: "object", additionalProperties: { type: "string", ...rules("self != 'x'") } },
        some: object({ "a-b": INTEGER, namespace: INTEGER }, rules("self.a__dash__b == self.__namespace__")),
      },
      rules("self.metadata.name != 'bad' && self.kind == 'K'"),
    );
    const value = {
      kind: "K",
      metadata: { name: "bad" },
      list: [1, 0],
      map: { m: "x", n: "y" },
      some: { "a-b": 1, namespace: 2 },
    };
    expect(judge(schema, value)).toEqual([
      `<nil>: Invalid value: "object": failed rule: self.metadata.name != 'bad' && self.kind == 'K'`,
      `list[1]: Invalid value: "integer": failed rule: self > 0`,
      `map[m]: Invalid value: "string": failed rule: self != 'x'`,
      `some: Invalid value: "object": failed rule: self.a__dash__b == self.__namespace__`,
    ]);
  });

  it("uses the rule's message, reason and field path", () => {
    const at = { rule: "false", fieldPath: ".b", message: " no " };
    const schema = object(
      { b: { type: "string" } },
      rules(
        { ...at, reason: "FieldValueRequired" },
        { ...at, reason: "FieldValueForbidden" },
        { ...at, reason: "FieldValueDuplicate" },
        { rule: "false", messageExpression: "'b is ' + self.b" },
        { rule: "false", messageExpression: "self.nope2.b" },
        { rule: "false", message: "m", messageExpression: "''" },
      ),
    );
    expect(judge(schema, { b: "x" })).toEqual([
      "b: Required value: no",
      "b: Forbidden: no",
      'b: Duplicate value: "object"',
      '<nil>: Invalid value: "object": b is x',
      '<nil>: Invalid value: "object": failed rule: false',
      '<nil>: Invalid value: "object": m',
    ]);
  });

  it("reports evaluation errors", () => {
    const schema = object(
      { a: INTEGER, i: { "x-kubernetes-int-or-string": true } },
      rules("1 / self.a > 0", "self.i > 1"),
    );
    expect(judge(schema, { a: 0, i: "x" })).toEqual([
      '<nil>: Invalid value: "object": division by zero evaluating rule: 1 / self.a > 0',
      "<nil>: Invalid value: \"object\": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self.i > 1",
    ]);
    expect(judge(schema, { i: 5 })).toEqual([
      '<nil>: Invalid value: "object": no such key: a evaluating rule: 1 / self.a > 0',
    ]);
  });

  it("skips null values", () => {
    const schema = object(
      { a: { ...INTEGER, nullable: true, ...rules("self > 1") } },
      rules("!has(self.a) || self.a != 5"),
    );
    expect(judge(schema, { a: null })).toEqual([]);
  });

  it("converts values according to their formats", () => {
    const schema = object({
      at: { type: "string", format: "date-time", ...rules("self.getFullYear() == 2020") },
      wait: { type: "string", format: "duration", ...rules("self < duration('1h')") },
      raw: { type: "string", format: "byte", ...rules("self == b'hi'") },
      number: { type: "number", ...rules("self / 2.0 == 0.5") },
      big: { ...INTEGER, ...rules("self == 9007199254740993") },
    });
    expect(
      judge(schema, { at: "2020-01-01T00:00:00Z", wait: "5m", raw: "aGk=", number: 1, big: 9007199254740993n }),
    ).toEqual([]);
  });

  it("evaluates transition rules only if there is an old value", () => {
    const schema = object({
      fixed: { type: "string", ...rules("self == oldSelf") },
      once: { ...INTEGER, ...rules({ rule: "!oldSelf.hasValue() || self >= oldSelf.value()", optionalOldSelf: true }) },
      keyed: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        items: object({ k: { type: "string" }, v: INTEGER }, rules("self.v >= oldSelf.v")),
      },
    });
    expect(judge(schema, { fixed: "a", once: 1 })).toEqual([]);
    expect(judge(schema, { fixed: "a" }, {})).toEqual([]);
    expect(judge(schema, { fixed: "b", once: 1 }, { fixed: "a", once: 2 })).toHaveLength(2);
    const before = {
      keyed: [
        { k: "a", v: 1 },
        { k: "b", v: 1 },
      ],
    };
    expect(
      judge(
        schema,
        {
          keyed: [
            { k: "b", v: 0 },
            { k: "c", v: 0 },
            { k: "a", v: 2 },
          ],
        },
        before,
      ),
    ).toEqual(['keyed[0]: Invalid value: "object": failed rule: self.v >= oldSelf.v']);
  });

  it("returns warnings instead of errors for unchanged violations", () => {
    const schema = object({
      a: { ...INTEGER, ...rules("self > 1") },
      list: { type: "array", items: { ...INTEGER, ...rules("self > 1") } },
    });
    const warnings: string[] = [];
    const old = { a: 1, list: [0], b: 1 };
    expect(judge(schema, { a: 1, list: [0], b: 2 }, old, (text) => void warnings.push(text))).toEqual([]);
    expect(warnings).toEqual([
      'a: Invalid value: "integer": failed rule: self > 1',
      'list[0]: Invalid value: "integer": failed rule: self > 1',
    ]);
    expect(judge(schema, { a: 0, list: [0, 5] }, old)).toHaveLength(2);
  });

  it("compares sets and keyed lists regardless of order", () => {
    const list = {
      type: "array",
      items: { type: "string" },
      "x-kubernetes-list-type": "set",
      ...rules("self == oldSelf"),
    };
    expect(judge(object({ list }), { list: ["a", "b"] }, { list: ["b", "a"] })).toEqual([]);
    const joined = { ...list, ...rules("(self + ['a', 'z']).size() == 3") };
    expect(judge(object({ list: joined }), { list: ["a", "b"] })).toEqual([]);
  });

  it("aborts when a rule or the object exceeds the cost limit", () => {
    const list = { type: "array", items: INTEGER };
    const value = { list: Array.from({ length: 700 }, () => 1) };
    const cubic = "self.all(a, self.all(b, self.all(c, a == b)))";
    expect(judge(object({ list: { ...list, ...rules(cubic, "false") } }), value)).toEqual([
      `list: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${cubic}`,
    ]);
    const square = Array.from({ length: 30 }, () => "self.all(a, self.all(b, true))");
    const small = { list: value.list.slice(0, 500) };
    expect(judge(object({ list: { ...list, ...rules(...square) } }), small)).toEqual([
      'list: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });
});
