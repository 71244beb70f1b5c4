import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonExact } from "../../../shared/json/parseJson.ts";
import { atOnce } from "../../../shared/steps.ts";
import { hasDuplicates, inDocumentOrder, scanJsonFields } from "./duplicateKeys.ts";

describe("scanJsonFields", () => {
  it.each([
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":2}', ['duplicate field "a"']],
    ['{"spec":{"replicas":1,"replicas":2,"replicas":3}}', ['duplicate field "spec.replicas"']],
    ['{"c":[{"n":1},{"n":1,"n":2}]}', ['duplicate field "c[1].n"']],
    ['[{"op":1},{"op":1,"op":2}]', ['duplicate field "[1].op"']],
    ['{"a":{"x":1},"b":{"x":1}}', []],
    ['{"a":[[1,{"k":[],"k":{}}],{"k":1}],"b":"],{"}', ['duplicate field "a[0][1].k"']],
    ['{"a.b":{"c":1,"\\u0063":1}}', ['duplicate field "a.b.c"']],
    ['{"z":1,"a":{"k":1,"k":1},"z":2}', ['duplicate field "a.k"', 'duplicate field "z"']],
  ])("%s", (text, expected) => {
    expect(scanJsonFields(text).duplicates).toEqual(expected);
  });

  it("orders both kinds of messages by position in the document", () => {
    const scan = scanJsonFields(
      '{"b":1,"a":{"y":1,"x":1,"x":2},"b":2,"c":1}',
      new Map([
        ['unknown field "c"', ["c"]],
        ['unknown field "a.y"', ["a", "y"]],
      ]),
    );
    const messages = ['unknown field "c"', 'duplicate field "b"', 'unknown field "a.y"', 'duplicate field "a.x"'];
    expect(inDocumentOrder(scan, messages)).toEqual([
      'unknown field "a.y"',
      'duplicate field "a.x"',
      'duplicate field "b"',
      'unknown field "c"',
    ]);
  });
});

describe("Scan messages", () => {
  it("are limited in number and length", () => {
    const members = Array.from({ length: 300 }, (_, i) => `"k${i}":1,"k${i}":2`).join(",");
    const { duplicates } = scanJsonFields(`{"${"x".repeat(100_000)}":{${members}}}`);
    expect(duplicates).toHaveLength(1);
    expect(duplicates[0]?.length).toBeLessThan(5000);
    expect(scanJsonFields(`{${members}}`).duplicates).toHaveLength(100);
  });
});

describe("hasDuplicates", () => {
  it("is true exactly for texts with duplicate findings", () => {
    const text = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("1", "1.0", '":"', '"\\\\"', '"a\\":\\""', "null", "12345678901234567890"),
        fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
        fc
          .array(fc.tuple(fc.constantFrom("a", "b", ":", "__proto__"), tie("value")), { maxLength: 3 })
          .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(",")}}`),
      ),
    })).value as fc.Arbitrary<string>;
    fc.assert(
      fc.property(text, (json) => {
        expect(atOnce(hasDuplicates(json, parseJsonExact(json)))).toBe(scanJsonFields(json).duplicates.length > 0);
      }),
    );
  });
});
