import { expect, it } from "vitest";
import { type Cidr, parseCidr } from "./addresses.ts";
import { covers, overlap } from "./cidrRelations.ts";

const range = (text: string): Cidr => parseCidr(text) ?? expect.unreachable();

it.each([
  ["10.0.0.0/8", "10.1.0.0/16", true, true],
  ["10.1.0.0/16", "10.0.0.0/8", true, false],
  ["10.1.0.0/16", "10.1.0.0/16", true, true],
  ["10.1.0.0/16", "10.2.0.0/16", false, false],
  ["0.0.0.0/0", "255.255.255.255/32", true, true],
  ["::/0", "10.0.0.0/8", false, false],
  ["fd00::/8", "fd00:1::/64", true, true],
  ["fd00:1::/64", "fd00:2::/64", false, false],
])("%s and %s", (one, other, areCommon, isInside) => {
  expect(overlap(range(one), range(other))).toBe(areCommon);
  expect(overlap(range(other), range(one))).toBe(areCommon);
  expect(covers(range(one), range(other))).toBe(isInside);
});
