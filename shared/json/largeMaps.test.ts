import { describe, expect, it } from "vitest";
import { isEmptyMap, noteMembers } from "./largeMaps.ts";

const large = (): Record<string, number> => Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]));

describe("isEmptyMap", () => {
  it("distinguishes empty from non-empty maps", () => {
    expect(isEmptyMap({})).toBe(true);
    expect(isEmptyMap(Object.create(null) as object)).toBe(true);
    expect(isEmptyMap({ a: undefined })).toBe(false);
    expect(isEmptyMap(large())).toBe(false);
  });

  it("notices that the cached member of a large map was deleted", () => {
    const map = large();
    expect(isEmptyMap(map)).toBe(false);
    for (const name of Object.keys(map)) Reflect.deleteProperty(map, name);
    expect(isEmptyMap(map)).toBe(true);
    map["a"] = 1;
    expect(isEmptyMap(map)).toBe(false);
  });

  it("enumerates a large map at most once, and never if its members were noted", () => {
    for (const isNoted of [false, true]) {
      let listings = 0;
      const map = new Proxy(large(), {
        ownKeys(target) {
          listings += 1;
          return Reflect.ownKeys(target);
        },
      });
      if (isNoted) noteMembers(map, Object.keys(map).slice(0, 1000));
      listings = 0;
      for (let i = 0; i < 10; i++) expect(isEmptyMap(map)).toBe(false);
      expect(listings).toBe(isNoted ? 0 : 1);
    }
  });
});
