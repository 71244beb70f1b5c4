import { describe, expect, it } from "vitest";
import { readProgress, writeProgress } from "./progress.ts";

function storage(text?: string) {
  const kept = new Map(text === undefined ? [] : [["orrery.lessons.a", text]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe("progress", () => {
  it("is stored per cluster and lesson, with each step once", () => {
    const one = storage();
    writeProgress("a", "watch", ["list", "list"], one);
    writeProgress("a", "rbac", ["grant"], one);
    expect(readProgress("a", one)).toEqual({ watch: ["list"], rbac: ["grant"] });
    expect(readProgress("b", one)).toEqual({});
  });

  it("is empty when the stored value is invalid", () => {
    for (const text of ["{", "null", "3", '{"watch":"list"}', '{"watch":[1]}']) {
      expect(readProgress("a", storage(text))).toEqual({});
    }
  });
});
