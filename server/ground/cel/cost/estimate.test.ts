import { describe, expect, it } from "vitest";
import { compile } from "../compile.ts";
import { createEnvironment } from "../environment.ts";
import { type CelType, INT, listOf, mapOf, STRING } from "../types/celType.ts";
import { estimateCost } from "./estimate.ts";

const text = (maxSize: number): CelType => ({ ...STRING, maxSize });

function estimate(expression: string, self: CelType): number {
  const { checked } = compile(expression, createEnvironment({ variables: { self }, bindings: true }));
  return estimateCost(checked, new Map([["self", self]]));
}

describe("estimateCost", () => {
  it.each<readonly [string, CelType, number]>([
    ["true", INT, 0],
    // Schemas do not limit the size of numbers: comparing them is not counted.
    ["self == 1", INT, 1],
    ["self.startsWith('abc')", text(100), 2],
    ["self.contains('gpu')", text(64), 8],
    ["self == 'x'", text(1000), 2],
    ["self + self == 'x'", text(100), 23],
    ["self.matches('^[a-z]+$')", text(99), 1 + 10 * 2],
    ["self.lowerAscii().contains('x')", text(100), 1 + 10 + 10],
    ["self ? 1 == 1 : self", { kind: "bool" }, 2],
    // One name, one call and the accumulator in the condition, the accumulator again in the step.
    ["self.all(x, true)", listOf(INT, 10), 1 + 10 * 3 + 1],
    ["self.all(x, x.contains('gpu'))", listOf(text(64), 1000), 1 + 1000 * 11 + 1],
    ["self.all(k, k == '')", mapOf(STRING, INT, 100), 1 + 100 * 4 + 1],
    ["self.exists(x, self.exists(y, x == y))", listOf(INT, 10), 662],
    ["self.map(x, x).size() > 1", listOf(INT, 10), 1 + 10 + 10 * (1 + 1 + 10 + 1) + 1 + 1 + 1],
    ["cel.bind(s, self + self, s == '')", text(100), 10 + 2 + 20 + 1 + 0],
    ["[self, self].all(x, x != '')", text(100), 12 + 2 * 4 + 1],
    // A joined text is as long as its parts plus the separators.
    ["'a' + self.join(', ') == ''", listOf(text(10), 5), 1 + 6 + 6],
    ["self.split('/', 2).all(x, x == '')", text(1000), 1 + 200 + 2 * 4 + 1],
    ["format.dns1123Label().validate(self).hasValue()", text(63), 1 + 1 + 7 * 32 + 1],
    // Addresses, ranges and quantities cost the reading of their text.
    ["ip(self).family() == 4", text(39), 1 + 4 + 1 + 1],
    ["isIP(self)", text(39), 1 + 4],
    ["ip.isCanonical(self)", text(39), 1 + 8],
    ["isCIDR(self)", text(43), 1 + 5],
    ["cidr(self).containsIP('192.169.0.1')", text(18), 1 + 2 + 4 + 2],
    ["cidr(self).containsCIDR('192.0.0.0/30')", text(18), 1 + 2 + 7 + 2],
    ["quantity(self).isInteger()", text(100), 1 + 10 + 1],
    ["isQuantity(self)", text(100), 1 + 10],
    // Values of libraries are compared in one unit, but only by `==`.
    ["quantity(self) == quantity('1')", text(100), 1 + 10 + 1 + 1],
    ["ip(self) == ip('::')", text(39), 1 + 4 + 1 + 1],
    ["cidr(self) == cidr('::/0')", text(43), 1 + 5 + 1 + 1],
    ["quantity(self) != quantity('1')", text(100), Number.POSITIVE_INFINITY],
    ["url(self) == url('/a')", text(100), 1 + 10 + 1 + 10],
    ["format.uri() == format.uuid()", INT, 1 + 1 + 7],
    ["self.isSorted()", listOf(text(100), 10), 1 + 10 * 11],
  ])("%s", (expression, type, cost) => {
    expect(estimate(expression, type)).toBe(cost);
  });

  it("is unbounded for values whose size the schema does not limit", () => {
    expect(estimate("dyn(self).all(x, x == 1)", listOf(INT, 10))).toBeGreaterThan(10);
    expect(estimate("string(self) + 'x' == ''", INT)).toBe(Number.POSITIVE_INFINITY);
  });
});
