import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Address,
  formatAddress,
  parseAddress,
  parseCidr,
} from "../../../../ground/formats/addresses/addresses.ts";
import { isServable, ServedRange } from "./servedRange.ts";
import { canAllocate } from "./serviceCidr.ts";

const cidr = (text: string) => parseCidr(text) ?? expect.unreachable();
const address = (text: string): Address => parseAddress(text) ?? expect.unreachable();

/** Takes all free addresses. */
function drain(range: ServedRange, random = Math.random): string[] {
  const found: string[] = [];
  for (let next = range.any(random); next !== undefined; next = range.any(random)) {
    range.hold(next);
    found.push(formatAddress(next));
  }
  return found;
}

describe("Served range", () => {
  it.each([
    ["10.0.0.0/28", 14],
    ["10.0.0.0/26", 62],
    ["10.0.0.0/30", 2],
    ["10.0.0.0/31", 0],
    ["10.0.0.7/32", 0],
    ["2001:db8::/124", 15],
    ["2001:db8::/127", 1],
    ["2001:db8::/128", 0],
  ])("%s allocates each of its %i addresses once", (text, count) => {
    const range = new ServedRange(cidr(text));
    const all = drain(range);
    expect([all.length, new Set(all).size]).toEqual([count, count]);
    expect(all.every((each) => range.canAllocate(address(each)))).toBe(true);
  });

  it.each([
    ["10.0.0.0/16", 256],
    ["10.0.0.0/24", 16],
    ["10.0.0.0/23", 32],
    ["10.0.0.0/27", 16],
    ["10.0.0.0/28", 0],
    ["fd00::/64", 256],
  ])("%s reserves the lower %i addresses for explicit requests", (text, band) => {
    const range = new ServedRange(cidr(text));
    const { base } = range.cidr;
    expect(range.any(() => 0)?.value).toBe(base + 1n + BigInt(band));
    // The last address of the upper part is used, then the search wraps to its first.
    const last = range.any(() => 1 - Number.EPSILON);
    expect(last && range.canAllocate(last)).toBe(true);
  });

  it("falls back to its lower band", () => {
    const all = drain(new ServedRange(cidr("10.0.0.0/27")), () => 0);
    expect(all.slice(0, 14)).toEqual(Array.from({ length: 14 }, (_, i) => `10.0.0.${i + 17}`));
    expect(all.slice(14)).toEqual(Array.from({ length: 16 }, (_, i) => `10.0.0.${i + 1}`));
  });

  it("allocates released addresses and never held ones", () => {
    const action = fc.record({ hold: fc.boolean(), item: fc.integer({ min: 0, max: 32 }) });
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const range = new ServedRange(cidr("10.0.0.0/27"));
        const held = new Set<string>();
        for (const { hold, item } of actions) {
          const each = address(`10.0.0.${item}`);
          if (hold) range.hold(each);
          else range.free(each);
          if (!range.canAllocate(each)) continue;
          if (hold) held.add(formatAddress(each));
          else held.delete(formatAddress(each));
        }
        const rest = drain(range);
        expect(rest.filter((each) => held.has(each))).toEqual([]);
        expect(rest.length + held.size).toBe(30);
      }),
    );
  });

  it("of any size needs memory only for held addresses", () => {
    const range = new ServedRange(cidr("fd00::/64"));
    range.hold(address("fd00::ffff:ffff:ffff:ffff"));
    expect(range.canAllocate(address("fd00::ffff:ffff:ffff:ffff"))).toBe(true);
    const found = Array.from({ length: 1000 }, () => {
      const any = range.any(Math.random);
      if (any !== undefined) range.hold(any);
      return any?.value;
    });
    expect(new Set(found).size).toBe(1000);
  });

  it("excludes IPv6 ranges with a prefix shorter than 64 bits", () => {
    expect(["fd00::/63", "fd00::/64", "10.0.0.0/0"].map((text) => isServable(cidr(text)))).toEqual([false, true, true]);
  });
});

it.each([
  ["10.0.0.0/24", "10.0.0.0", false],
  ["10.0.0.0/24", "10.0.0.1", true],
  ["10.0.0.0/24", "10.0.0.254", true],
  ["10.0.0.0/24", "10.0.0.255", false],
  ["10.0.0.0/24", "10.0.1.1", false],
  ["fd00::/120", "fd00::", false],
  ["fd00::/120", "fd00::ff", true],
  ["fd00::/120", "10.0.0.1", false],
  ["10.0.0.0/31", "10.0.0.1", false],
])("%s: %s is allocatable: %s", (range, text, expected) => {
  expect(canAllocate(cidr(range), address(text))).toBe(expected);
});
