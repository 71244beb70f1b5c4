import { describe, expect, it } from "vitest";
import { compile } from "./compile.ts";
import { createEnvironment } from "./environment.ts";
import { productType } from "./library/typeNames.ts";
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  objectOf,
  STRING,
  TIMESTAMP,
} from "./types/celType.ts";

const environment = createEnvironment({
  bindings: true,
  variables: {
    any: DYN,
    count: INT,
    name: STRING,
    names: listOf(STRING),
    claims: mapOf(STRING, DYN),
    spec: objectOf("Spec", {
      size: DOUBLE,
      raw: BYTES,
      at: TIMESTAMP,
      wait: DURATION,
      inner: objectOf("Inner", { a: INT }),
    }),
  },
});

const problem = (expression: string): string => {
  try {
    compile(expression, environment);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};
const first = (expression: string): string => problem(expression).split("\n")[0] ?? "";

it("accepts dynamically typed arguments in format()", () => {
  expect(problem("'%s'.format([1].map(x, [x, 'a']))")).toContain("expected type 'int' but found 'string'");
  expect(problem("'%d %f %s'.format([dyn('x'), name, [1, 'a', null]])")).toBe("");
});

describe("compile errors", () => {
  it.each([
    ["nope", "ERROR: <input>:1:1: undeclared reference to 'nope' (in container '')"],
    ["nope(1)", "ERROR: <input>:1:5: undeclared reference to 'nope' (in container '')"],
    ["name.nope()", "ERROR: <input>:1:10: undeclared reference to 'nope' (in container '')"],
    ["name.a", "ERROR: <input>:1:5: type 'string' does not support field selection"],
    ["spec.nope", "ERROR: <input>:1:5: undefined field 'nope'"],
    ["count + name", "ERROR: <input>:1:7: found no matching overload for '_+_' applied to '(int, string)'"],
    [
      "name.startsWith(1)",
      "ERROR: <input>:1:16: found no matching overload for 'startsWith' applied to 'string.(int)'",
    ],
    ["names == 1", "ERROR: <input>:1:7: found no matching overload for '_==_' applied to '(list(string), int)'"],
    ["[1, 'a']", "ERROR: <input>:1:5: expected type 'int' but found 'string'"],
    ["{'a': 1, 'b': true}", "ERROR: <input>:1:15: expected type 'int' but found 'bool'"],
    ["[1, dyn(2), 'a']", "ERROR: <input>:1:8: expected type 'int' but found 'dyn'"],
    ["[[1], ['a']]", "ERROR: <input>:1:7: expected type 'list(int)' but found 'list(string)'"],
    ["{'a': 1, 2: 1}", "ERROR: <input>:1:10: expected type 'string' but found 'int'"],
    [
      "'%s %d'.format(['a', 'b'])",
      "ERROR: <input>:1:22: error during formatting: decimal clause can only be used on integers, was given string",
    ],
    [
      "'%s'.format([[1, {'a': url('/')}]])",
      `ERROR: <input>:1:27: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ${productType("URL")}`,
    ],
    ["'%s'.format([1, 2])", "ERROR: <input>:1:12: too many arguments supplied to string.format (expected 1, got 2)"],
    ["'%s %s'.format([1])", "ERROR: <input>:1:15: index 1 out of range"],
    ["'%'.format([])", "ERROR: <input>:1:11: unexpected end of string"],
    ["'%q'.format([1])", `ERROR: <input>:1:12: could not parse formatting clause: unrecognized formatting clause "q"`],
    ["timestamp('0000-01-01T00:00:00Z')", "ERROR: <input>:1:11: invalid timestamp argument"],
    ["timestamp(-62135596801)", "ERROR: <input>:1:11: invalid timestamp argument"],
    ["name.find('(') == ''", "error parsing regexp: missing closing ): `(`"],
    ["!count", "ERROR: <input>:1:1: found no matching overload for '!_' applied to '(int)'"],
    [
      "count.all(x, true)",
      "ERROR: <input>:1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ["names.all(x, 1)", "ERROR: <input>:1:10: found no matching overload for '_&&_' applied to '(bool, int)'"],
    ["names.all(1, true)", "ERROR: <input>:1:11: argument must be a simple name"],
    ["names.map(1, true)", "ERROR: <input>:1:11: argument is not an identifier"],
    ["optional.of(1).optMap(2, 3)", "ERROR: <input>:1:23: optMap() variable name must be a simple identifier"],
    ["cel.bind(1, 2, 3)", "ERROR: <input>:1:10: cel.bind() variable names must be simple identifiers"],
    ["has(name)", "ERROR: <input>:1:5: invalid argument to has() macro"],
    ["duration('x')", "ERROR: <input>:1:10: invalid duration argument"],
    ["name.matches('(')", "ERROR: <input>:1:14: invalid matches argument"],
    ["Spec{size: 1}", "ERROR: <input>:1:5: undeclared reference to 'Spec' (in container '')"],
    ["for", "ERROR: <input>:1:1: reserved identifier: for"],
    ["a b", "ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>"],
    ["a b c", "ERROR: <input>:1:3: Syntax error: mismatched input 'b' expecting <EOF>"],
    ["size(1 2)", "ERROR: <input>:1:8: Syntax error: extraneous input '2' expecting ')'"],
    [
      "1 + * 2",
      "ERROR: <input>:1:5: Syntax error: extraneous input '*' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
    [
      "1 +",
      "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
    ["(1", "ERROR: <input>:1:3: Syntax error: missing ')' at '<EOF>'"],
    ["99999999999999999999", "ERROR: <input>:1:1: invalid int literal"],
    ["1 # 2", "ERROR: <input>:1:3: Syntax error: token recognition error at: '#'"],
  ])("%s", (expression, message) => {
    expect(first(expression)).toBe(message);
  });

  it("show the source line with a caret, in order of position", () => {
    expect(problem("name == 'x' &&\n\tnope1 + nope2")).toBe(
      [
        "ERROR: <input>:2:2: undeclared reference to 'nope1' (in container '')",
        " |  nope1 + nope2",
        " | .^",
        "ERROR: <input>:2:10: undeclared reference to 'nope2' (in container '')",
        " |  nope1 + nope2",
        " | .........^",
      ].join("\n"),
    );
  });

  it("include expressions that are too deep or too long", () => {
    expect(problem(`${"(".repeat(300)}1${")".repeat(300)}`)).toContain("expression recursion limit exceeded: 250");
    expect(problem(`'${"x".repeat(200_000)}'`)).toContain("expression code point size exceeds limit");
  });

  it("include results of the wrong type", () => {
    expect(() => compile("name", environment, { result: BOOL })).toThrow("must evaluate to bool");
    expect(() => compile("1", environment, { result: [STRING, listOf(STRING)] })).toThrow(
      "must evaluate to one of [string list(string)]",
    );
    expect(() => compile("any.x", environment, { result: BOOL })).toThrow("must evaluate to bool");
    expect(compile("any.x == 1", environment, { result: BOOL }).type).toEqual(BOOL);
  });
});

describe("evaluate", () => {
  const run = (expression: string, variables: Readonly<Record<string, unknown>>): unknown => {
    try {
      return compile(expression, environment).evaluate(variables);
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };

  it("converts JSON values according to their declared types", () => {
    const spec = { size: 1, raw: "aGk=", at: "2024-02-29T00:00:00Z", wait: "90s", inner: { a: 1 } };
    expect(run("spec.size / 2.0", { spec })).toBe(0.5);
    expect(run("spec.raw == b'hi'", { spec })).toBe(true);
    expect(run("spec.at.getDate() + spec.wait.getMinutes()", { spec })).toBe(30);
    expect(run("spec.raw", { spec: { raw: "?" } })).toBe("byte format string is not valid base64");
  });

  it("treats whole numbers of unknown type as integers, however large", () => {
    expect(run("any.a / 2", { any: { a: 3 } })).toBe(1);
    expect(run("any.a / 2.0", { any: { a: 1.5 } })).toBe(0.75);
    expect(run("any.a + 1", { any: { a: 2n ** 60n } })).toBe(2n ** 60n + 1n);
    expect(run("any.a == 1.0", { any: { a: 1 } })).toBe(true);
  });

  it("reports missing keys and attributes", () => {
    expect(run("any.a.b", { any: { a: {} } })).toBe("no such key: b");
    expect(run("spec.inner.a", { spec: {} })).toBe("no such key: inner");
    expect(run("any.a.b", { any: { a: "text" } })).toBe("no such key: b");
    expect(run("has(any.a.b) || any.a.?b.hasValue()", { any: { a: null } })).toBe(false);
    expect(run("has(any.a.b)", { any: { a: [1] } })).toBe("unsupported index type 'string' in list");
    expect(run("count", {})).toBe("no such attribute(s): count");
    expect(run("has(any.a) || has(spec.inner)", { any: {}, spec: {} })).toBe(false);
    expect(run("claims.constructor", { claims: {} })).toBe("no such key: constructor");
  });

  it("ignores an error in one operand when the other operand decides the result", () => {
    expect(run("any.missing == 1 || true", { any: {} })).toBe(true);
    expect(run("false && any.missing == 1", { any: {} })).toBe(false);
    expect(run("any.missing == 1 || false", { any: {} })).toBe("no such key: missing");
    expect(run("any.exists(x, x.ok)", { any: [{}, { ok: true }] })).toBe(true);
    expect(run("any.all(x, x.ok)", { any: [{}, { ok: true }] })).toBe("no such key: ok");
  });

  it("ends at the cost limit, also inside operators that ignore errors", () => {
    const limited = compile("true || any.all(x, any.all(y, x == y))", environment);
    expect(limited.evaluate({ any: [1] }, { costLimit: 5 })).toBe(true);
    const heavy = compile("any.all(x, any.all(y, any.all(z, true))) || true", environment);
    const any = Array.from({ length: 1000 }, (_, i) => i);
    expect(() => heavy.evaluate({ any })).toThrow("operation cancelled: actual cost limit exceeded");
    const texts = compile("any.all(x, any.replace(x, any) != '')", environment);
    expect(() => texts.evaluate({ any: ["a"] })).toThrow("no such overload");
  });

  it("stops strings and lists that grow exponentially", () => {
    const grow = (step: string): string =>
      Array.from({ length: 60 }).reduce<string>((inner) => `cel.bind(a, ${step}, ${inner})`, "a");
    expect(
      run(grow("any + any").replaceAll("any + any", "a + a").replace("a + a", "any + any"), { any: "x".repeat(1000) }),
    ).toBe("operation cancelled: actual cost limit exceeded");
    expect(run(grow("a + a").replace("a + a", "any + any"), { any: [1, 2] })).toBe(
      "operation cancelled: actual cost limit exceeded",
    );
  });

  it("limits work that CEL's cost model does not count", () => {
    const any = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i]));
    const many = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(a, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(b, SAME))";
    const over = "operation cancelled: actual cost limit exceeded";
    expect(run("any == any", { any: { ...any } })).toBe(true);
    expect(run(many.replace("SAME", "any.size() > 0"), { any })).toBe(true);
    expect(run(`[1, 2, 3].all(c, ${many.replace("SAME", "any.size() > 0")})`, { any })).toBe(over);
    expect(run(`[1, 2, 3].all(c, ${many.replace("SAME", "!any.all(k, false)")})`, { any })).toBe(over);
  });

  it("reports the cost", () => {
    expect(compile("any.a == 'x' && name.startsWith('y')", environment).run({ any: { a: "x" }, name: "z" }).cost).toBe(
      5,
    );
  });
});
