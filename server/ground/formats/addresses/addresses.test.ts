import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bracketed, familyOf, formatAddress, parseAddress, parseCidr, validateNonSpecialAddress } from "./addresses.ts";

describe("addresses", () => {
  it("agree with the platform about well-formed addresses", () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(parseAddress(text)?.family).toBe("IPv4");
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        expect(parseAddress(text)).toBeDefined();
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        if (!isIPv4(text) && !isIPv6(text)) expect(parseAddress(text)).toBeUndefined();
      }),
    );
  });

  it("round-trip through format and parse", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseAddress(text);
        if (address === undefined) return;
        expect(parseAddress(formatAddress(address))).toEqual(address);
      }),
    );
    expect(formatAddress({ family: "IPv6", value: 1n })).toBe("::1");
    expect(formatAddress({ family: "IPv6", value: 0x20010db8n << 96n })).toBe("2001:db8::");
  });

  it("parses CIDR ranges", () => {
    expect(parseCidr("10.96.3.4/12")).toMatchObject({ family: "IPv4", prefix: 12, size: 1n << 20n });
    expect(formatAddress({ family: "IPv4", value: parseCidr("10.96.3.4/12")?.base ?? 0n })).toBe("10.96.0.0");
    for (const text of ["10.0.0.0/99", "10.0.0.0", "x/8", "300.1.1.1/8", "10.0.0.0/-1"]) {
      expect(parseCidr(text)).toBeUndefined();
    }
  });

  it("counts the prefix length of an IPv4-mapped range in IPv6 bits", () => {
    expect(parseCidr("::ffff:1.2.3.4/120")).toEqual(parseCidr("1.2.3.0/24"));
    expect(parseCidr("::ffff:1.2.3.4/96")).toEqual(parseCidr("0.0.0.0/0"));
    expect(parseCidr("::ffff:1.2.3.4/80")).toEqual(parseCidr("::/80"));
    expect(parseCidr("::ffff:1.2.3.4/129")).toBeUndefined();
  });

  it("recognizes addresses with a special meaning", () => {
    expect(validateNonSpecialAddress("192.0.2.1", "ip")).toEqual([]);
    for (const text of ["127.0.0.1", "::1", "169.254.1.1", "224.0.0.1", "0.0.0.0", "nope"]) {
      expect(validateNonSpecialAddress(text, "ip").length).toBeGreaterThan(0);
    }
  });
});

it("detects IP families from text, and puts IPv6 hosts in brackets", () => {
  expect(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"].map(familyOf)).toEqual(["IPv4", "IPv4", "IPv6", "IPv6"]);
  expect(["10.0.0.1", "example.com", "fd00::1"].map(bracketed)).toEqual(["10.0.0.1", "example.com", "[fd00::1]"]);
});
