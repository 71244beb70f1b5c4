import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareVersions, parseSemanticVersion as parse, semanticVersionOf } from "./semanticVersion.ts";

describe("semantic versions", () => {
  test.each(["1.2", "v1.2.3", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "", "1.2.3+", "a.b.c"])(
    "%j is invalid",
    (text) => expect(semanticVersionOf(text)).toBeUndefined(),
  );

  test("are ordered by the specification's precedence", () => {
    const texts = ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11"];
    const ordered = [...texts, "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "2.0.0"];
    expect([...ordered].reverse().sort((a, b) => compareVersions(parse(a), parse(b)))).toEqual(ordered);
    expect(compareVersions(parse("1.2.3+a"), parse("1.2.3+b"))).toBe(0);
  });

  test("comparison is a total order", () => {
    const number = fc.nat(3).map(BigInt);
    const identifier = fc.oneof(number, fc.constantFrom("a", "b", "rc"));
    const version = fc.record({
      core: fc.tuple(number, number, number),
      pre: fc.array(identifier, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
