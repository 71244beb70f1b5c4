import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { mergeDefaults } from "./mergeDefaults.ts";

describe("mergeDefaults", () => {
  const wanted: ApiObject = { metadata: { name: "r", labels: { a: "1" } }, rules: [] };
  it("keeps labels that users changed", () => {
    expect(mergeDefaults(wanted, { metadata: { name: "r", labels: { a: "2" } }, rules: [] })).toBeUndefined();
    expect(mergeDefaults(wanted, { metadata: { name: "r", labels: { b: "2" } } })?.metadata.labels).toEqual({
      a: "1",
      b: "2",
    });
  });
});
