import { expect, it } from "vitest";
import { advance } from "../../../shared/steps.ts";
import { Slice, SliceSpent } from "../turns/slice.ts";
import { compilation, compile } from "./compile.ts";
import { CompileError } from "./diagnostics.ts";
import { createEnvironment } from "./environment.ts";
import { DYN, formatType } from "./types/celType.ts";

const environment = createEnvironment({ variables: { object: DYN }, bindings: true });
const evaluate = (expression: string): unknown => compile(expression, environment).evaluate({ object: {} });

// Each of these once took quadratic time, or twice as long with every name, or all of the stack.

it("compiles lists of thousands of lists and maps", () => {
  expect(evaluate(`[${"{'a': []},".repeat(9_900)}{'a': [1]}].size()`)).toBe(9_901);
  expect(evaluate(`[${"[] + [],".repeat(9_000)}[1]].size()`)).toBe(9_001);
});

it("compiles long chains of conditions, which keep their order", () => {
  expect(evaluate(`${"true && ".repeat(12_000)}true`)).toBe(true);
  expect(evaluate(`${"false || ".repeat(11_000)}true`)).toBe(true);
  expect(() => evaluate("1 / 0 == 1 && true && true && object.none")).toThrow("no such key: none");
  expect(() => compile("true && true && 1 && true && true", environment)).toThrow("<input>:1:14: found no matching");
});

it("infers types only while they stay small", () => {
  const doubling = Array.from({ length: 60 }, (_, i) => `cel.bind(a${i + 1}, {a${i}: a${i}}, `).join("");
  const program = compile(`cel.bind(a0, 1, ${doubling}a60${")".repeat(61)}`, environment);
  expect(formatType(program.type)).toBe("dyn");
  expect(formatType(compile("[[{'a': [1]}]]", environment).type)).toBe("list(list(map(string, list(int))))");
});

it("refuses expressions that are nested too deeply", () => {
  const refused = (expression: string): unknown => {
    try {
      return compile(expression, environment);
    } catch (error) {
      return error;
    }
  };
  for (const expression of [`1${" + 1".repeat(20_000)} > 0`, `object${"[0]".repeat(30_000)}`]) {
    const error = refused(expression);
    expect(error).toBeInstanceOf(CompileError);
    expect(String(error)).toContain("expression recursion limit exceeded");
  }
});

it("parses long numbers without arithmetic on all of their digits", () => {
  const long = compile("int(object.text)", environment);
  const read = (text: string): unknown => long.evaluate({ object: { text } });
  expect(read(`-${"0".repeat(1_000_000)}42`)).toBe(-42);
  expect(read("-9223372036854775808")).toBe(-9223372036854775808n);
  expect(() => read("9223372036854775808")).toThrow("type conversion error");
  expect(() => read("9".repeat(1_000_000))).toThrow("type conversion error");
  expect(() => evaluate("uint('18446744073709551616')")).toThrow("type conversion error");
  expect(evaluate("uint('0018446744073709551615') > 1u")).toBe(true);
});

it("yields to the event loop also in functions whose work exceeds their cost", () => {
  const program = compile("object.text.findAll('x').size()", environment);
  const means = { ask: () => ({ decision: "allow", reason: "" }) as const };
  const variables = { object: { text: "x".repeat(10_000) } };
  expect(program.attempt(variables, means)).toMatchObject({ value: 10_000n });
  expect(() => program.attempt(variables, { ...means, slice: new Slice(20_000) })).toThrow(SliceSpent);
});

it("compiles in steps that yield to other work", () => {
  for (const expression of [
    `[${"[].map(x, x),".repeat(7_000)}[]].size() > 0`,
    `${"1 < 2 && ".repeat(11_000)}true`,
    `[${"object + object,".repeat(6_000)}object].size() > 0`,
  ]) {
    const steps = compilation(expression, environment);
    let turns = 0;
    // Each step is advanced with no time left, so that the work yields as often as possible.
    for (let step = advance(steps, 0); step.done !== true; step = advance(steps, 0)) turns += 1;
    expect(turns).toBeGreaterThan(500);
  }
});
