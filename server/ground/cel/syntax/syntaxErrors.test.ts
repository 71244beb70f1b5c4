import { describe, expect, it } from "vitest";
import { CompileError } from "../diagnostics.ts";
import { parse } from "./parse.ts";

/** Each problem as `line:column: message`, without the excerpt of the source. */
function problems(source: string): string[] {
  try {
    parse(source);
    return [];
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return error.message
      .split(/^ERROR: <input>:/m)
      .slice(1)
      .map((each) => each.replace(/\n \| [\s\S]*$/, ""));
  }
}

const BEGINS = "'-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
const EXPRESSION = `{'[', '{', '(', '.', ${BEGINS}`;
const mismatched = (place: string, token: string, expected = EXPRESSION): string =>
  `${place}: Syntax error: mismatched input '${token}' expecting ${expected}`;
const extraneous = (place: string, token: string, expected = EXPRESSION): string =>
  `${place}: Syntax error: extraneous input '${token}' expecting ${expected}`;
const missing = (place: string, token: string, at: string): string =>
  `${place}: Syntax error: missing '${token}' at '${at}'`;
const stuck = (place: string, input: string): string =>
  `${place}: Syntax error: no viable alternative at input '${input}'`;
const unknown = (place: string, text: string): string =>
  `${place}: Syntax error: token recognition error at: '${text}'`;

describe("what stands where an operand belongs", () => {
  it.each<[string, string[]]>([
    ["", [mismatched("1:1", "<EOF>")]],
    ["1 +", [mismatched("1:4", "<EOF>")]],
    ["1 + +", [mismatched("1:5", "+"), mismatched("1:6", "<EOF>")]],
    ["1 + * 2", [extraneous("1:5", "*")]],
    ["a == ", [mismatched("1:6", "<EOF>")]],
    ["in", [mismatched("1:1", "in"), mismatched("1:3", "<EOF>")]],
    ["?", [mismatched("1:1", "?"), mismatched("1:2", "<EOF>")]],
    ["a && in.b", [extraneous("1:6", "in")]],
    ["-", [stuck("1:2", "-"), mismatched("1:2", "<EOF>")]],
    ["--", [stuck("1:3", "-"), mismatched("1:3", "<EOF>")]],
    ["-!x", [stuck("1:2", "-!")]],
    ["!-x", [stuck("1:3", "-x")]],
  ])("%s", (source, expected) => expect(problems(source)).toEqual(expected));
});

describe("what stands after a whole expression", () => {
  it.each<[string, string[]]>([
    ["a b", [extraneous("1:3", "b", "<EOF>")]],
    ["1 + 2\n3 +", [mismatched("2:1", "3", "<EOF>")]],
    [
      "func{{a}}",
      [
        extraneous("1:6", "{", "{'}', ',', '?', IDENTIFIER}"),
        mismatched("1:8", "}", "':'"),
        extraneous("1:9", "}", "<EOF>"),
      ],
    ],
  ])("%s", (source, expected) => expect(problems(source)).toEqual(expected));
});

describe("brackets", () => {
  it.each<[string, string[]]>([
    ["(1", [missing("1:3", ")", "<EOF>")]],
    ["((1", [mismatched("1:4", "<EOF>", "')'")]],
    ["size(a", [missing("1:7", ")", "<EOF>")]],
    ["[size(a]", [missing("1:8", ")", "]")]],
    ["foo(a,b,)", [mismatched("1:9", ")")]],
    ["size(1 2)", [extraneous("1:8", "2", "')'")]],
    ["[1, 2", [mismatched("1:6", "<EOF>", "{']', ','}")]],
    ["{a}", [mismatched("1:3", "}", "':'")]],
    [
      "{:a}",
      [
        extraneous("1:2", ":", `{'[', '{', '}', '(', '.', ',', '-', '!', '?', ${BEGINS.slice(10)}`),
        mismatched("1:4", "}", "':'"),
      ],
    ],
    ["msg{:a}", [extraneous("1:5", ":", "{'}', ',', '?', IDENTIFIER}"), mismatched("1:7", "}", "':'")]],
    ["ind[a{b}]", [mismatched("1:8", "}", "':'")]],
    ["x{.", [mismatched("1:3", ".", "{'}', ',', '?', IDENTIFIER}")]],
  ])("%s", (source, expected) => expect(problems(source)).toEqual(expected));
});

describe("selections and choices", () => {
  it.each<[string, string[]]>([
    ["foo.", [stuck("1:5", ".")]],
    ['{"a": 1}."a"', [stuck("1:10", '."a"')]],
    ["self.true == 1", [mismatched("1:6", "true", "IDENTIFIER")]],
    ["..", [stuck("1:2", "..")]],
    ["a ? b", [mismatched("1:6", "<EOF>", "':'")]],
    ["a ? b ((?))", [mismatched("1:9", "?"), mismatched("1:10", ")"), mismatched("1:12", "<EOF>", "':'")]],
  ])("%s", (source, expected) => expect(problems(source)).toEqual(expected));
});

describe("characters that begin no token", () => {
  it.each<[string, string[]]>([
    ["a | b", [unknown("1:3", "| "), extraneous("1:5", "b", "<EOF>")]],
    ["self = 1", [unknown("1:6", "= "), extraneous("1:8", "1", "<EOF>")]],
    ["self =", [unknown("1:6", "=")]],
    ["*@a | b", [extraneous("1:1", "*"), unknown("1:2", "@"), unknown("1:5", "| "), extraneous("1:7", "b", "<EOF>")]],
    ["1 + $", [unknown("1:5", "$"), mismatched("1:6", "<EOF>")]],
    ['"\\xFh"', [unknown("1:1", '"\\xFh'), unknown("1:6", '"'), mismatched("1:7", "<EOF>")]],
    ['"hello\nworld"', [unknown("1:1", '"hello\n'), unknown("2:6", '"')]],
    ['"""hello\nworld', [unknown("1:3", '"hello\n'), extraneous("2:1", "world", "<EOF>")]],
    ['r"hello\nworld"', [unknown("1:2", '"hello\n'), extraneous("2:1", "world", "<EOF>"), unknown("2:6", '"')]],
    ["1 \v + 2", [unknown("1:3", "\v")]],
  ])("%j", (source, expected) => expect(problems(source)).toEqual(expected));
});

describe("what the syntax allows and the language does not", () => {
  it.each<[string, string[]]>([
    ["as", ["1:1: reserved identifier: as"]],
    ["99999999999999999999", ["1:1: invalid int literal"]],
  ])("%s", (source, expected) => expect(problems(source)).toEqual(expected));
});

it("ends after a number of repairs", () => {
  const found = problems("{a}+".repeat(60));
  expect(found.at(-1)).toContain("error recovery attempt limit exceeded: 30");
  expect(found.length).toBeLessThan(40);
});

it("walks as deep as expressions may be", () => {
  expect(problems(`${"(".repeat(240)}1 2`)[0]).toContain("mismatched input '2' expecting ')'");
  expect(problems(`${"[".repeat(248)}1 2`)[0]).toContain("mismatched input '2' expecting {']', ','}");
  expect(problems(`${"{1:[".repeat(122)}1 2`)[0]).toContain("mismatched input '2' expecting {']', ','}");
});
