import { describe, expect, it } from "vitest";
import { editingText, intentOf, lineOf, parseText } from "./editingText.ts";

const object = {
  status: { phase: "Active" },
  spec: { replicas: 3 },
  metadata: {
    name: "web",
    labels: { a: "b" },
    uid: "u",
    resourceVersion: "5",
    generation: 2,
    creationTimestamp: "2026-01-01T00:00:00Z",
    managedFields: [],
    finalizers: ["x"],
  },
  kind: "Thing",
  apiVersion: "v1",
};

describe("editingText", () => {
  it("contains the fields that a user can set in the usual order", () => {
    expect(editingText(object)).toBe(
      "apiVersion: v1\nkind: Thing\nmetadata:\n  name: web\n  labels:\n    a: b\n  finalizers:\n    - x\nspec:\n  replicas: 3\n",
    );
  });

  it("does not modify its object", () => {
    const before = structuredClone(object);
    intentOf(object);
    expect(object).toEqual(before);
  });

  it("round-trips", () => {
    const parsed = parseText(editingText(object));
    expect(parsed.ok && parsed.object).toEqual(intentOf(object));
  });
});

describe("parseText", () => {
  it("names the line of a syntax error and of a duplicate key", () => {
    expect(parseText("a: 1\nb: [")).toMatchObject({ ok: false, problem: "syntax" });
    expect(parseText("a: 1\nb: 2\na: 3\n")).toMatchObject({ ok: false, problem: "syntax", line: 3 });
  });

  it("keeps large integers exactly", () => {
    const parsed = parseText("kind: X\nspec:\n  large: 9007199254740993\n  small: 5\n");
    expect(parsed).toMatchObject({ ok: true, object: { spec: { large: 9007199254740993n, small: 5 } } });
    if (parsed.ok) expect(editingText(parsed.object)).toContain("large: 9007199254740993\n");
  });

  it("requires exactly one object", () => {
    expect(parseText("")).toMatchObject({ ok: false, problem: "object" });
    expect(parseText("- a")).toMatchObject({ ok: false, problem: "object" });
    expect(parseText("a: 1\n---\nb: 2\n")).toMatchObject({ ok: false, problem: "documents", count: 2 });
    expect(parseText("---\na: 1\n---\n").ok).toBe(true);
  });

  it("finds the line of a field", () => {
    const parsed = parseText("kind: X\nspec:\n  list:\n    - name: a\n    - name: b\n");
    if (!parsed.ok) throw new Error("must parse");
    expect(lineOf(parsed, ["spec", "list", 1, "name"])).toBe(5);
    expect(lineOf(parsed, ["spec", "none"])).toBeUndefined();
  });
});
