import { expect, it } from "vitest";
import { encodeBase32 } from "./base32.ts";

it("encodeBase32 matches the examples of the RFC, without padding", () => {
  const forms = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => encodeBase32(Buffer.from(text)));
  expect(forms).toEqual(["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]);
  expect(encodeBase32(Buffer.alloc(16, 255))).toBe(`${"7".repeat(25)}4`);
});
