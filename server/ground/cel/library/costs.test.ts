import { describe, expect, it } from "vitest";
import { compile } from "../compile.ts";
import { createEnvironment } from "../environment.ts";

const environment = createEnvironment({ variables: {} });
const cost = (expression: string): number => compile(expression, environment).run({}).cost;

describe("the cost of a call", () => {
  /** Making a list costs 10, making a map 30. */
  it.each<readonly [string, number]>([
    ["[3, 1, 2].max()", 10 + 3],
    ["[1.5, 2.5].sum()", 10 + 2],
    // Texts cost a tenth of their bytes, so short ones cost nothing.
    ["['a', 'b', 'c'].isSorted()", 10],
    ["['0123456789', '012345678901234567890123456789'].min()", 10 + 1 + 3],
    ["['\u00e4\u00e4\u00e4\u00e4\u00e4'].indexOf('x')", 10 + 1],
    ["[b'01234567890123456789'].min()", 10 + 2],
    ["[[1, 2], [3]].indexOf([1])", 10 + 3 * 10 + 3],
    ["[{'0123456789': 1}].lastIndexOf({})", 10 + 30 + 30 + 2],
    ["['aaaa', 'bbbb', 'cc'].join()", 10 + 2],
    ["['aaaa', 'bbbb', 'cc'].join('12')", 10 + 3],
    ["[].join('x')", 10],
    ["cidr('10.0.0.0/8').containsIP('10.1.2.3')", 1 + 1 + 1],
    ["cidr('2001:db8::/126').containsIP(ip('2001:db8::1'))", 2 + 2 + 4],
    ["cidr('0.0.0.0/0').containsCIDR(cidr('10.0.0.0/8'))", 1 + 1 + 1],
    ["cidr('10.0.0.0/24').containsCIDR('10.0.0.0/30')", 2 + 2 + 1 + 1 + 1],
  ])("%s", (expression, wanted) => {
    expect(cost(expression)).toBe(wanted);
  });
});
