import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { managerFromUserAgent, validateFieldManager } from "./fieldManager.ts";

const messages = (name: string): string[] => validateFieldManager(name, "m").map(({ message }) => message);

describe("validateFieldManager", () => {
  it("accepts printable characters", () => {
    expect(["", "kubectl-edit", "über mich", "日本"].flatMap(messages)).toEqual([]);
    expect(messages("x".repeat(128))).toEqual([]);
  });

  it("counts bytes", () => {
    expect(messages("é".repeat(65))).toEqual(["Too long: may not be more than 128 bytes"]);
    expect(messages("é\n")).toEqual(['Invalid value: "é\\n": invalid character U+000A (at position 2)']);
  });
});

describe("managerFromUserAgent", () => {
  it.each([
    ["kubectl/v1.32.0 (linux/amd64)", "kubectl"],
    ["node-fetch", "node-fetch"],
    ["", "unknown"],
    ["/x", "unknown"],
    ["a\u0007b/1", "ab"],
    ["é".repeat(65), "é".repeat(64)],
  ])("derives %j as %j", (agent, manager) => {
    expect(managerFromUserAgent(agent)).toBe(manager);
  });

  it("always returns a valid manager", () => {
    const odd = fc.constantFrom("a", "/", " ", "\n", "\u0000", "é", "日", "😀", "\u200b");
    fc.assert(
      fc.property(fc.string({ unit: odd, maxLength: 150 }), (agent) => {
        const manager = managerFromUserAgent(agent);
        expect(validateFieldManager(manager, "m")).toEqual([]);
        expect(manager).not.toBe("");
      }),
      { numRuns: 100 },
    );
  });
});
