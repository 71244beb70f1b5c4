import { expect, it } from "vitest";
import { suggestionsFor } from "./suggestionsFor.ts";

it("lists prefix matches before other matches without duplicates up to a limit", () => {
  const kinds = ["replicasets", "sets", "Settings", "pods", "sets"];
  expect(suggestionsFor(kinds, "set")).toEqual(["sets", "Settings", "replicasets"]);
  expect(suggestionsFor(kinds, "")).toEqual(["replicasets", "sets", "Settings", "pods"]);
  expect(suggestionsFor(kinds, "nothing")).toEqual([]);
  expect(
    suggestionsFor(
      Array.from({ length: 90 }, (_, i) => `pod-${i}`),
      "pod",
    ).length,
  ).toBe(50);
});

it("does not suggest the current text", () => {
  expect(suggestionsFor(["get", "list", "get-all"], "get")).toEqual(["get-all"]);
});
