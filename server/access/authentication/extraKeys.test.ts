import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeExtra, unescapeKey } from "./extraKeys.ts";

describe("unescapeKey", () => {
  it("decodes percent-encoding", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (key) => unescapeKey(encodeURIComponent(key)) === key));
  });
  it.each(["50%", "%zz", "%ff", "plain"])("leaves %s unchanged", (raw) => {
    expect(unescapeKey(raw)).toBe(raw);
  });
});

describe("mergeExtra", () => {
  it("keeps all values in order for any key", () => {
    const entry = fc.tuple(fc.constantFrom("a", "constructor", "__proto__", "toString"), fc.array(fc.string()));
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const merged = mergeExtra(entries);
        expect(Object.keys(merged).sort()).toEqual([...new Set(entries.map(([key]) => key))].sort());
        for (const [key, values] of Object.entries(merged)) {
          expect(values).toEqual(entries.filter(([other]) => other === key).flatMap(([, each]) => each));
        }
      }),
    );
  });
});
