import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "./compile.ts";
import { estimateCost } from "./cost/estimate.ts";
import { CelError, CompileError } from "./diagnostics.ts";
import { createEnvironment } from "./environment.ts";
import { DYN, INT, listOf, STRING } from "./types/celType.ts";

const TOKENS =
  "a b any list 1 2.5 1u 'x' b'y' true null ( ) [ ] { } . , : ? + - * / % ! && || == < in has( size( .all(x, .map(x, .filter(y, .exists(x, x y .contains( .split( .?q [? optional.of( string( duration( r'\\d'".split(
    " ",
  );
const environment = createEnvironment({ variables: { a: INT, b: STRING, any: DYN, list: listOf(INT) } });
const variables = { a: 1, b: "text", any: { q: [1, "two", null] }, list: [1, 2, 3] };

/** Compiles and evaluates; only the two expected kinds of errors may be thrown. */
function attempt(text: string): void {
  try {
    const program = compile(text, environment);
    const estimate = estimateCost(program.checked, environment.variables);
    expect(estimate).toBeGreaterThanOrEqual(0);
    program.evaluate(variables, { costLimit: 10_000 });
  } catch (error) {
    if (!(error instanceof CelError || error instanceof CompileError)) throw error;
    expect(error.message).not.toBe("");
  }
}

describe("arbitrary text", () => {
  it("compiles or is refused, evaluates or fails, and terminates", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => attempt(text)),
      { numRuns: 500 },
    );
  });

  it("terminates also for random sequences of CEL tokens", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TOKENS), { maxLength: 25 }), (words) => attempt(words.join(" "))),
      { numRuns: 3000 },
    );
  });
});

/** Valid expressions. */
const numbers: fc.Arbitrary<string> = fc.letrec<{ value: string; truth: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: -9, max: 9 }).map((n) => `(${n})`),
    fc.constantFrom("a", "size(b)", "list[0]"),
    fc
      .tuple(tie("value"), fc.constantFrom("+", "-", "*", "/", "%"), tie("value"))
      .map((parts) => `(${parts.join(" ")})`),
    fc.tuple(tie("truth"), tie("value"), tie("value")).map(([c, x, y]) => `(${c} ? ${x} : ${y})`),
    tie("value").map((x) => `list.map(v, v + ${x}).size()`),
  ),
  truth: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("true", "false", "b == 'text'"),
    fc.tuple(tie("value"), fc.constantFrom("<", "==", ">="), tie("value")).map((parts) => `(${parts.join(" ")})`),
    tie("value").map((x) => `list.all(v, v < ${x})`),
  ),
})).value;

describe("valid arithmetic expressions", () => {
  it("compile to integers, and cost no more than estimated", () => {
    const limited = new Map(environment.variables)
      .set("a", { ...INT, maxSize: 1 })
      .set("list", listOf({ ...INT, maxSize: 1 }, 3))
      .set("b", { ...STRING, maxSize: 4 });
    fc.assert(
      fc.property(numbers, (text) => {
        const program = compile(text, environment);
        expect(program.type.kind).toBe("int");
        try {
          const { cost } = program.run(variables);
          expect(cost).toBeLessThanOrEqual(estimateCost(program.checked, limited));
        } catch (error) {
          if (!(error instanceof CelError)) throw error;
          expect(error.message).toMatch(/^(division|modulus) by zero$|overflow$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
