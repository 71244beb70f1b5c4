import { describe, expect, it } from "vitest";
import { checkAddressName } from "./addressNames.ts";

describe("IPAddress names", () => {
  it.each(["10.0.0.1", "0.0.0.0", "::", "::1", "fe80::", "2001:db8::1", "::ffff:1.2.3.4", "fe80::1%eth0"])(
    "%s",
    (name) => {
      expect(checkAddressName(name)).toEqual([]);
    },
  );

  it.each(["2001:db8:0::1", "FE80::1", "::ffff:102:304", "0:0:0:0:0:0:0:1", "::1.2.3.4", "1::0001"])(
    "%s is not canonical",
    (name) => expect(checkAddressName(name)).toEqual(["not a valid ip in canonical format"]),
  );

  it.each<[string, string]>([
    ["web", "unable to parse IP"],
    ["1%a", "missing IPv6 address"],
    ["1.2.3", "IPv4 address too short"],
    ["1.2.3.4.5", "IPv4 address too long"],
    ["256.1.1.1", "IPv4 field has value >255"],
    ["01.2.3.4", "IPv4 field has octet with leading zero"],
    ["1..2.3", 'IPv4 field must have at least one digit (at ".2.3")'],
    [".1.2.3", 'IPv4 field must have at least one digit (at ".1.2.3")'],
    ["1.2.3.", 'IPv4 field must have at least one digit (at ".")'],
    ["a.b", 'unexpected character (at "a.b")'],
    ["1.2.3.4/24", 'unexpected character (at "/24")'],
    ["fe80::1%", "zone must be a non-empty string"],
    ["12345::", 'each group must have 4 or less digits (at "12345::")'],
    ["1:g", 'each colon-separated field must have at least one digit (at "g")'],
    [":1", 'each colon-separated field must have at least one digit (at ":1")'],
    ["1:2g:3", 'unexpected character, want colon (at "g:3")'],
    ["1:", 'colon must be followed by more characters (at ":")'],
    ["::1::", 'multiple :: in address (at ":")'],
    ["1:2", "address string too short"],
    ["1:2:3:4:5:6:7:8:9", 'trailing garbage after address (at "9")'],
    ["1:2:3:4::5:6:7:8", "the :: must expand to at least one field of zeros"],
    ["1:1.2.3.4", 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")'],
    ["::1:2:3:4:5:6:7:1.2.3.4", 'too many hex fields to fit an embedded IPv4 at the end of the address (at "1.2.3.4")'],
    ["::1.2.3", "IPv4 address too short"],
  ])("%s is not an address", (name, problem) => {
    expect(checkAddressName(name)).toEqual([`ParseAddr("${name}"): ${problem}`]);
  });
});
