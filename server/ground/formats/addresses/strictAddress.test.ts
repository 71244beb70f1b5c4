import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { strictAddressProblem, strictRangeProblem } from "./strictAddress.ts";

describe("strict IP address validation", () => {
  it.each([
    "10.0.0.1",
    "0.0.0.0",
    "::",
    "::1",
    "fe80::1%eth0",
    "::ffff:1.2.3.4",
    "1:2:3:4:5:6:7:8",
    "1::8",
    "1:2:3:4:5:6:1.2.3.4",
  ])("accepts %s", (text) => expect(strictAddressProblem(text)).toBeUndefined());

  it.each([
    ["Always", "unable to parse IP"],
    ["", "unable to parse IP"],
    ["%eth0", "missing IPv6 address"],
    ["010.0.0.1", "IPv4 field has octet with leading zero"],
    ["256.0.0.1", "IPv4 field has value >255"],
    ["1..2.3", 'IPv4 field must have at least one digit (at ".2.3")'],
    ["1.2.3.", 'IPv4 field must have at least one digit (at ".")'],
    ["1.2.3", "IPv4 address too short"],
    ["1.2.3.4.5", "IPv4 address too long"],
    ["a.b", 'unexpected character (at "a.b")'],
    ["fe80::1%", "zone must be a non-empty string"],
    ["12345::", 'each group must have 4 or less digits (at "12345::")'],
    ["a:x", 'each colon-separated field must have at least one digit (at "x")'],
    ["1:2", "address string too short"],
    ["1:", 'colon must be followed by more characters (at ":")'],
    ["1g:2", 'unexpected character, want colon (at "g:2")'],
    ["1::2::3", 'multiple :: in address (at ":3")'],
    ["1:2.3.4.5", 'embedded IPv4 address must replace the final 2 fields of the address (at "2.3.4.5")'],
    ["1:2:3:4:5:6:7:8:9", 'trailing garbage after address (at "9")'],
    ["1:2:3:4::5:6:7:8", "the :: must expand to at least one field of zeros"],
  ])("refuses %j", (text, message) =>
    expect(strictAddressProblem(text)).toBe(`ParseAddr(${JSON.stringify(text)}): ${message}`),
  );

  it("accepts every address of four decimal bytes", () => {
    const byte = fc.nat(255);
    fc.assert(
      fc.property(byte, byte, byte, byte, (...fields) => {
        expect(strictAddressProblem(fields.join("."))).toBeUndefined();
      }),
    );
  });
});

test.each([
  ["10.0.0.0/8", undefined],
  ["fd00::/0", undefined],
  ["10.0.0.0/33", 'netip.ParsePrefix("10.0.0.0/33"): prefix length out of range'],
  ["::/129", 'netip.ParsePrefix("::/129"): prefix length out of range'],
  ["fe80::1%a/8", 'netip.ParsePrefix("fe80::1%a/8"): IPv6 zones cannot be present in a prefix'],
  ["10.0.0.0/08", 'netip.ParsePrefix("10.0.0.0/08"): bad bits after slash: "08"'],
  ["10.0.0.0/8 ", 'netip.ParsePrefix("10.0.0.0/8 "): bad bits after slash: "8 "'],
  [" 10.0.0.0/8", 'netip.ParsePrefix(" 10.0.0.0/8"): ParseAddr(" 10.0.0.0"): unexpected character (at " 10.0.0.0")'],
])("CIDR range %j", (text, problem) => expect(strictRangeProblem(text)).toBe(problem));
