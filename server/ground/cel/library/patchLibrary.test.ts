import { describe, expect, it } from "vitest";
import { compile } from "../compile.ts";
import { createEnvironment } from "../environment.ts";
import { DYN } from "../types/celType.ts";
import { patchLibrary, patchMessages } from "./patchLibrary.ts";

const environment = createEnvironment({
  variables: { object: DYN, "object.name": DYN },
  functions: patchLibrary,
  messages: patchMessages,
});
const evaluate = (expression: string, object: unknown = {}): unknown => {
  try {
    return compile(expression, environment).evaluate({ object });
  } catch (error) {
    return (error as Error).message;
  }
};

describe("object literals", () => {
  it("create partial objects of any path, with any fields", () => {
    expect(evaluate("Object{}")).toEqual({});
    const made = evaluate(
      "Object{spec: Object.spec{a: 1 + 1, list: [Object.spec.list{name: object.n}], map: {'k/v': 'w'}}}",
      { n: "x" },
    );
    expect(made).toEqual({ spec: { a: 2, list: [{ name: "x" }], map: { "k/v": "w" } } });
    expect(evaluate("Object.a.b.c.d.e.f{g: true}")).toEqual({ g: true });
  });

  it("create JSON Patch operations with typed fields", () => {
    expect(evaluate("[JSONPatch{op: 'add', path: '/a', value: null}, JSONPatch{op: 'remove', path: '/b',}]")).toEqual([
      { op: "add", path: "/a", value: null },
      { op: "remove", path: "/b" },
    ]);
    expect(evaluate("JSONPatch{op: 1}")).toContain(
      "expected type of field 'op' is 'string' but provided type is 'int'",
    );
    expect(evaluate("JSONPatch{other: 1}")).toContain("undefined field 'other'");
  });

  it("leave out optional fields without a value", () => {
    expect(evaluate("Object{?a: object[?'a'], ?b: object[?'b']}", { a: 1 })).toEqual({ a: 1 });
    expect(evaluate("Object{?a: 1}")).toContain("expected type 'optional_type(int)' but found 'int'");
  });

  it("have fields that can be read and compared", () => {
    expect(evaluate("Object{a: 1}.a")).toBe(1);
    expect(evaluate("has(Object{a: 1}.b)")).toBe(false);
    expect(evaluate("Object{a: 1}.b")).toBe("no such key: b");
    expect(evaluate("Object{a: 1} == Object{a: 1}")).toBe(true);
    expect(evaluate("Object{a: 1} == Object{a: 1, b: 2}")).toBe(false);
    expect(evaluate("Object{a: 1, b: 2} == Object{a: 1}")).toBe(false);
  });

  it("are limited to declared types", () => {
    expect(evaluate("Other{a: 1}")).toContain("undeclared reference to 'Other'");
    expect(evaluate("Objects.a{}")).toContain("undeclared reference to 'Objects.a'");
    expect(evaluate("Object{'a': 1}")).toContain("Syntax error: mismatched input");
    expect(evaluate("(object.a){}")).toContain("Syntax error");
  });
});

it("escapes JSON Pointer segments", () => {
  expect(evaluate("jsonpatch.escapeKey('a/b~c')")).toBe("a~1b~0c");
});
