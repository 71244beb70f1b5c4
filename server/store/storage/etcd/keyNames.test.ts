import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareKeys } from "../keyOrder.ts";
import { ALL_KEYS, KeyNames } from "./keyNames.ts";

const names = new KeyNames("/registry/", "/school/one/");

describe("KeyNames", () => {
  it("replaces the root prefix, and nothing else", () => {
    expect(names.stored("/registry/pods/ü").toString()).toBe("/school/one/pods/ü");
    expect(names.own(Buffer.from("/school/one/pods/ü"))).toBe("/registry/pods/ü");
    expect(names.own(Buffer.from("/school/oner"))).toBeUndefined();
    expect(() => names.stored("/other")).toThrow(TypeError);
    const same = new KeyNames("/registry/", "/registry/");
    expect(same.stored("/registry/a").toString()).toBe("/registry/a");
  });

  it("limits ranges to its own keys", () => {
    const text = (range: ReturnType<KeyNames["range"]>) => range && [range.key.toString(), range.rangeEnd.toString()];
    expect(text(names.range(""))).toEqual(["/school/one/", "/school/one0"]);
    expect(text(names.range("/registry/pods/", "/registry/pods/b"))).toEqual([
      "/school/one/pods/b\0",
      "/school/one/pods0",
    ]);
    expect(text(names.range("/registry/pods/", "/a"))).toEqual(["/school/one/pods/", "/school/one/pods0"]);
    expect(names.range("/registry/pods/", "/z")).toBeUndefined();
    expect(names.range("/registry/pods/", "/registry/q")).toBeUndefined();
    expect(names.range("/other")).toBeUndefined();
    expect(new KeyNames("", "").range("")).toEqual(ALL_KEYS);
    expect(new KeyNames("", "").range("\u{10ffff}")?.rangeEnd).toEqual(Buffer.from([0xf4, 0x8f, 0xbf, 0xc0]));
  });

  it("keeps the key order, and selects exactly the keys with a prefix after a given key", () => {
    const key = fc.string({ unit: fc.constantFrom("a", "b", "/", "\uffff", "😀"), maxLength: 5 });
    fc.assert(
      fc.property(key, key, key, (prefix, after, candidate) => {
        const plain = new KeyNames("", "/p");
        const range = plain.range(prefix, after);
        const stored = plain.stored(candidate);
        const within = range !== undefined && stored.compare(range.key) >= 0 && stored.compare(range.rangeEnd) < 0;
        expect(within).toBe(candidate.startsWith(prefix) && compareKeys(candidate, after) > 0);
      }),
    );
  });
});
