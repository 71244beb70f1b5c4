import { describe, expect, it } from "vitest";
import { contestedTexts, type ValuePart } from "./contestedTexts.ts";

const lines = (count: number, change: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, i) => change[i] ?? `line ${i} of the text`).join("\n");

/** All lines of the value, of which the part shows some. */
const total = ({ text, before, after }: ValuePart): number => before + text.split("\n").length + after;

describe("contestedTexts", () => {
  it("shows short values whole", () => {
    expect(contestedTexts([{ theirs: 3, mine: { a: [1], b: "x" } }])).toEqual([
      { theirs: { text: "3", before: 0, after: 0 }, mine: { text: "a:\n  - 1\nb: x", before: 0, after: 0 } },
    ]);
    expect(contestedTexts([{ theirs: null, mine: undefined }])).toEqual([
      { theirs: { text: "null", before: 0, after: 0 }, mine: undefined },
    ]);
  });

  it("shows of long values the lines that differ, and says how many are left out", () => {
    const theirs = { list: Array.from({ length: 2000 }, (_, i) => `item ${i}`) };
    const mine = { list: theirs.list.toSpliced(1500, 1, "changed", "added") };
    const [texts] = contestedTexts([{ theirs, mine }]);
    const [above, below] = ["- item 1498\n- item 1499", "- item 1501\n- item 1502"];
    expect(texts?.theirs?.text).toBe(`${above}\n- item 1500\n${below}`);
    expect(texts?.mine?.text).toBe(`${above}\n- changed\n- added\n${below}`);
    expect([texts?.theirs, texts?.mine].map((part) => part && total(part))).toEqual([2001, 2002]);
  });

  it("shows the beginning of a long value that the other side does not have", () => {
    const [texts] = contestedTexts([{ theirs: lines(1000), mine: undefined }]);
    expect(texts?.theirs?.before).toBe(0);
    expect(texts?.theirs?.text.startsWith("|-\n")).toBe(true);
    expect(texts?.theirs && total(texts.theirs)).toBe(1001);
  });

  it("bounds what it shows of long differences and of long lines", () => {
    const [whole] = contestedTexts([{ theirs: lines(5000), mine: lines(5000).replaceAll("line", "row") }]);
    expect(whole?.mine?.text.length).toBeLessThan(10_000);
    const line = "x".repeat(700_000);
    const [one] = contestedTexts([{ theirs: `${line}a\nend`, mine: `${line}b${line}\nend` }]);
    expect(one?.theirs?.text).toMatch(/^…x+a\n *end$/);
    expect(one?.mine?.text).toMatch(/^…x+bx+…$/);
    expect([one?.theirs, one?.mine].map((part) => [part?.before, part?.after])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect(one?.mine?.text.length).toBeLessThan(10_000);
  });

  it("shows where two changes far apart begin", () => {
    const [texts] = contestedTexts([{ theirs: lines(2000), mine: lines(2000, { 50: "first", 1900: "second" }) }]);
    expect(texts?.mine?.text).toContain("first");
    expect(texts?.mine?.before).toBeGreaterThan(40);
  });
});
