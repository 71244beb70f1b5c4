import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeValue } from "./secretValue.ts";

const encode = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

it("decodes text and recognizes binary values", () => {
  expect(decodeValue(encode("grün\n"))).toEqual({ text: "grün\n", bytes: 6 });
  expect(decodeValue(btoa("\u0000\u0001")).text).toBeUndefined();
  expect(decodeValue(btoa("\xff\xfe"))).toEqual({ text: undefined, bytes: 2 });
  expect(decodeValue("%%%")).toEqual({ text: undefined, bytes: 0 });
});

it("round-trips any text", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~\n]*$/), (text) => {
      expect(decodeValue(encode(text)).text).toBe(text);
    }),
  );
});
