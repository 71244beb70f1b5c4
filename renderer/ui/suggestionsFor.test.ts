import { expect, it } from "vitest";
import { suggestionsFor } from "./suggestionsFor.ts";

it("puts what begins with the text before what holds it, each once, and not too many", () => {
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

it("does not propose what stands there already", () => {
  expect(suggestionsFor(["get", "list", "get-all"], "get")).toEqual(["get-all"]);
});
