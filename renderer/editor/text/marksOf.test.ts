import { expect, test } from "vitest";
import type { FieldConflict } from "../saving/conflicts.ts";
import { marksOf } from "./marksOf.ts";

const owner = { manager: "gitops", subresource: "", apiVersion: "v1", time: 0 };
const conflict = (field: string, theirs: unknown): FieldConflict => ({
  field,
  path: undefined,
  owners: [owner, { ...owner, manager: "hpa" }],
  theirs,
  mine: "x",
});

test("marks the lines of the fields that the text has", () => {
  const text = "kind: ConfigMap\nmetadata:\n  name: a\ndata:\n  one: x\n  two: y\n";
  const marks = marksOf(text, [conflict(".data.two", "z"), conflict(".data.three", "z"), conflict(".data.one", null)]);
  expect(marks.map(({ line, text: shown }) => [line, shown])).toEqual([
    [6, "← gitops, hpa"],
    [5, "← gitops, hpa"],
  ]);
  expect(marks[0]?.hover).toBe('` .data.two `: ` gitops, hpa ` = ` "z" `');
});

test("a hint shows the beginning of a long value, and no value as Markdown", () => {
  const [long] = marksOf("data: { one: x }\n", [conflict(".data.one", "y".repeat(500_000))]);
  expect(long?.hover.length).toBeLessThan(300);
  const [marked] = marksOf("data: { one: x }\n", [conflict(".data.one", "`` [here](https://example.com) \u202e")]);
  expect(marked?.hover).toContain('``` "`` [here](https://example.com) ⟨U+202E⟩" ```');
});
