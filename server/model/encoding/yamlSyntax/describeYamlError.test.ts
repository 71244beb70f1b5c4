import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { describeYamlError } from "./describeYamlError.ts";

describe("describeYamlError", () => {
  it.each([
    ["apiVersion: apps/v1\nkind: [Deployment\n", "yaml: line 2: did not find expected ',' or ']'"],
    ["a: b\nb: {c: 1\n", "yaml: line 2: did not find expected ',' or '}'"],
    ["a: b: c", "yaml: mapping values are not allowed in this context"],
    ["x: 1\na: b: c\n", "yaml: line 2: mapping values are not allowed in this context"],
    ["a:\n\tb: c\n", "yaml: line 2: found character that cannot start any token"],
    ["a: @x\n", "yaml: found character that cannot start any token"],
    ["a: 1\nb: `x`\n", "yaml: line 2: found character that cannot start any token"],
    ["a: 1\nb\nc: 2\n", "yaml: line 3: could not find expected ':'"],
    ["a: 1\n- b\n", "yaml: line 1: did not find expected key"],
    ["a:\n  b: 1\n c: 2\n", "yaml: line 2: did not find expected key"],
    ["a:\n- b\n- c\n d: 1\n", "yaml: line 4: mapping values are not allowed in this context"],
    ["- a\nb: 1\n", "yaml: line 1: did not find expected '-' indicator"],
    ["a: - b\n", "yaml: block sequence entries are not allowed in this context"],
    ['a: 1\nb: "x\n', "yaml: line 3: found unexpected end of stream"],
    ["a: 'x\n", "yaml: line 2: found unexpected end of stream"],
    ['a: "\\q"\n', "yaml: found unknown escape character"],
    ['x: 1\na: "\\xg0"\n', "yaml: line 2: did not find expected hexdecimal number"],
    ["a: &\n", "yaml: did not find expected alphabetic or numeric character"],
    ["a: |x\n  b\n", "yaml: did not find expected comment or line break"],
    ["a: ]\n", "yaml: did not find expected node content"],
    ["{a: b}}\n", undefined],
    ["a: 1\n---\nb: [", undefined],
  ])("%j", (text, expected) => {
    expect(describeYamlError(text)).toBe(expected);
  });

  it("finds no errors in valid text of any depth", () => {
    const anything = fc.object({
      key: fc.stringMatching(/^[a-z0-9. ]{0,6}$/),
      values: [fc.stringMatching(/^[a-z. \n]{0,20}$/), fc.integer(), fc.boolean(), fc.constant(null)],
      maxDepth: 4,
    });
    fc.assert(
      fc.property(anything, fc.boolean(), (value, flow) => {
        const text = stringify(value, flow ? { collectionStyle: "flow" } : {});
        fc.pre(!text.includes("? "));
        expect(describeYamlError(text)).toBeUndefined();
      }),
    );
  });

  it("terminates for any text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab:,\-?#&*!|>'"%@[\]{} \n\t\\]{0,40}$/), (text) => {
        expect(describeYamlError(text) ?? "yaml: ").toMatch(/^yaml: /);
      }),
      { numRuns: 2000 },
    );
  });
});
