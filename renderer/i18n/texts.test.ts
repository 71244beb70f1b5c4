import { describe, expect, it } from "vitest";
import { de } from "./de.ts";
import { en } from "./en.ts";

function flat(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => flat(inner, `${path}.${key}`));
}

const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1] ?? "").sort();

describe("texts", () => {
  const german = new Map(flat(de));
  it.each(flat(en))("%s has the same placeholders in every language", (key, text) => {
    expect(holes(german.get(key) ?? "")).toEqual(holes(text));
  });

  it("has a space before an ellipsis in German where it replaces words", () => {
    expect([...german].filter(([, text]) => /\S…/.test(text.replace(/„…/g, ""))).map(([key]) => key)).toEqual([]);
  });

  it("has no keys missing in English", () => {
    expect([...german.keys()].sort()).toEqual(
      flat(en)
        .map(([key]) => key)
        .sort(),
    );
  });
});
