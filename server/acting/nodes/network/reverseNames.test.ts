import { expect, it } from "vitest";
import { addressOfReverse, reverseName } from "./reverseNames.ts";

it.each([
  ["10.96.0.1", "1.0.96.10.in-addr.arpa"],
  ["fd00:20::a", "a.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.2.0.0.0.0.d.f.ip6.arpa"],
])("%s has the reverse name %s", (address, name) => {
  expect(reverseName(address)).toBe(name);
  expect(addressOfReverse(name)).toBe(address);
});

it("returns no address for other names", () => {
  for (const name of ["web", "1.2.in-addr.arpa", "a.b.ip6.arpa", reverseName("web")]) {
    expect(addressOfReverse(name)).toBeUndefined();
  }
});
