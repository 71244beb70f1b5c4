import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareKeys, prefixEnd } from "./keyOrder.ts";

const anyCharacter = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }));
const key = fc.string({ unit: anyCharacter.map((point) => String.fromCodePoint(point)), maxLength: 6 });
const interesting = fc.string({
  unit: fc.constantFrom("a", "/", "~", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"),
  maxLength: 5,
});
const bytes = (text: string): Buffer => Buffer.from(text, "utf8");

describe("compareKeys", () => {
  it("agrees with the order of UTF-8 bytes", () => {
    const check = (a: string, b: string): void => {
      expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(bytes(a), bytes(b)));
    };
    fc.assert(fc.property(key, key, check));
    fc.assert(fc.property(interesting, interesting, check));
  });

  it("sorts astral characters last, unlike a plain string comparison", () => {
    expect("\u{1f600}" < "\uffff").toBe(true);
    expect(compareKeys("\u{1f600}", "\uffff")).toBeGreaterThan(0);
  });
});

describe("prefixEnd", () => {
  it("increments the last character", () => {
    expect(prefixEnd("/registry/pods/")).toBe("/registry/pods0");
    expect(prefixEnd("\ud7ff")).toBe("\ue000");
    expect(prefixEnd("a\u{10ffff}")).toBe("b");
  });

  it("returns no end for the empty prefix, nor for one of only the last character", () => {
    expect(prefixEnd("")).toBeUndefined();
    expect(prefixEnd("\u{10ffff}")).toBeUndefined();
  });

  it("is the least upper bound of the keys with the prefix", () => {
    fc.assert(
      fc.property(interesting, interesting, (prefix, other) => {
        const end = prefixEnd(prefix);
        const inside = compareKeys(other, prefix) >= 0 && (end === undefined || compareKeys(other, end) < 0);
        expect(inside).toBe(other.startsWith(prefix));
      }),
    );
  });
});
