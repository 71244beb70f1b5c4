import { describe, expect, it } from "vitest";
import { compile } from "../compile.ts";
import { createEnvironment } from "../environment.ts";
import { semver } from "./semver.ts";

const environment = createEnvironment({ variables: {}, functions: semver });
const evaluate = (expression: string): unknown => compile(expression, environment).evaluate({});

describe("semver", () => {
  it("orders versions by precedence", () => {
    const ascending = [
      "1.0.0-1",
      "1.0.0-2",
      "1.0.0-10",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0",
      "1.0.1",
      "1.2.0",
      "1.10.0",
      "2.0.0",
    ];
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries()) {
        expect([a, b, evaluate(`semver('${a}').compareTo(semver('${b}'))`)]).toEqual([a, b, Math.sign(i - j)]);
      }
    }
  });

  it.each<[string, unknown]>([
    ["semver('1.2.3-x').major()", 1],
    ["semver('1.2.3-x').minor()", 2],
    ["semver('1.2.3-x').patch()", 3],
    ["semver('1.2.3').isLessThan(semver('1.3.0'))", true],
    ["semver('1.2.3').isLessThan(semver('1.2.3'))", false],
    ["semver('1.2.3').isGreaterThan(semver('1.2.3-rc.1'))", true],
    ["semver('1.2.3+a') == semver('1.2.3+b')", true],
    ["semver('1.2.3') == semver('1.2.4')", false],
    ["isSemver('1.2.3-a.b-c+01')", true],
    ["isSemver('18446744073709551615.0.0')", true],
    ["isSemver('18446744073709551616.0.0')", false],
  ])("%s", (expression, result) => {
    expect(evaluate(expression)).toEqual(result);
  });

  it.each([
    "",
    "1",
    "1.2",
    "v1.2.3",
    "01.2.3",
    "1.2.3.4",
    "1.2.",
    "1.2.3-",
    "1.2.3-01",
    "1.2.3-a..b",
    "1.2.3+",
    "1.2.3+_",
  ])("refuses %j", (source) => {
    expect(evaluate(`isSemver('${source}')`)).toBe(false);
    expect(() => evaluate(`semver('${source}')`)).toThrow();
  });
});
