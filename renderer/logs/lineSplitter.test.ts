import { expect, it } from "vitest";
import { createLineSplitter } from "./lineSplitter.ts";
import { MAX_LINE } from "./logLine.ts";

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

it("joins lines and characters split across chunks", () => {
  const splitter = createLineSplitter();
  const whole = bytes("erste Zeile\nzweite für dich\r\ndr");
  const cut = new TextEncoder().encode("erste Zeile\nzweite f").length + 1;
  const texts = [...splitter.push(whole.slice(0, cut)), ...splitter.push(whole.slice(cut))].map(({ text }) => text);
  expect(texts).toEqual(["erste Zeile", "zweite für dich"]);
  expect(splitter.rest()).toEqual({ text: "dr", cut: 0 });
  expect(splitter.rest()).toBeUndefined();
});

it("truncates an endless line and counts the omitted characters", () => {
  const splitter = createLineSplitter();
  for (let i = 0; i < 100; i += 1) expect(splitter.push("x".repeat(1000))).toEqual([]);
  const [line, next] = splitter.push("\nnext\n");
  expect(line?.text.length).toBeGreaterThanOrEqual(MAX_LINE);
  expect((line?.text.length ?? 0) + (line?.cut ?? 0)).toBe(100_000);
  expect(next).toEqual({ text: "next", cut: 0 });
});
