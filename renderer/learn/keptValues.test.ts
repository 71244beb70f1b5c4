import { expect, it } from "vitest";
import { readKept, writeKept } from "./keptValues.ts";

function shelfOf(texts: Record<string, string> = {}) {
  const kept = new Map(Object.entries(texts));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
}

it("keeps lesson values until read, separated by lesson and cluster", () => {
  const storage = shelfOf();
  expect(writeKept("a", "drain", { pod: "checkout-1" }, storage)).toEqual({ pod: "checkout-1" });
  expect(readKept("a", "drain", storage)).toEqual({ pod: "checkout-1" });
  expect(readKept("a", "quota", storage)).toEqual({});
  expect(readKept("b", "drain", storage)).toEqual({});
});

it("treats unreadable data as empty", () => {
  for (const text of ["{", "[]", "null", "7", '{"pod":7}'])
    expect(readKept("a", "drain", shelfOf({ "orrery.lessonValues.a.drain": text })), text).toEqual({});
});

it("continues when the storage is full", () => {
  const full = {
    getItem: () => null,
    setItem() {
      throw new Error("full");
    },
  };
  expect(writeKept("a", "drain", { pod: "x" }, full)).toEqual({ pod: "x" });
});
