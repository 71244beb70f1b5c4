import { expect, it } from "vitest";
import { manualFrames } from "../testing/manualFrames.ts";
import { LogBuffer } from "./logBuffer.ts";
import type { LogLine } from "./logLine.ts";

let id = 0;
function line(seconds: number, text: string, source = "a"): LogLine {
  id += 1;
  return { id, source, time: { seconds, nanos: 0 }, text, plain: text, cut: 0 };
}

function scene(limits?: { lines: number; characters: number }) {
  const frames = manualFrames();
  const buffer = new LogBuffer(frames.schedule, limits);
  const texts = (): string => {
    frames.run();
    return buffer
      .snapshot()
      .lines.map(({ text }) => text)
      .join("");
  };
  return { buffer, texts };
}

it("sorts lines of several containers by time and keeps the order within each", () => {
  const { buffer, texts } = scene();
  buffer.add([line(1, "a"), line(3, "c"), line(3, "d"), line(6, "g")]);
  expect(texts()).toBe("acdg");
  buffer.add([line(2, "b", "b"), line(3, "e", "b"), line(7, "h", "b")]);
  buffer.add([line(5, "f", "c")]);
  expect(texts()).toBe("abcdefgh");
});

it("keeps the latest lines and counts the dropped ones", () => {
  const { buffer, texts } = scene({ lines: 10, characters: 1e6 });
  for (let i = 0; i < 50; i += 1) {
    buffer.add([line(i, String.fromCharCode(48 + i))]);
    texts();
  }
  const { lines, dropped } = buffer.snapshot();
  expect(lines.length).toBeLessThanOrEqual(11);
  expect(lines.length + dropped).toBe(50);
  expect(lines.at(-1)?.text).toBe("a");
});

it("limits the total characters regardless of line length", () => {
  const { buffer, texts } = scene({ lines: 1000, characters: 1000 });
  for (let i = 0; i < 100; i += 1) buffer.add([line(i, "x".repeat(100))]);
  texts();
  expect(buffer.snapshot().lines.length).toBe(10);
  expect(buffer.snapshot().dropped).toBe(90);
});

it("processes lines that accumulate while no frames are rendered", () => {
  const { buffer, texts } = scene({ lines: 10, characters: 1e6 });
  for (let i = 0; i < 1000; i += 1) buffer.add([line(i, "x")]);
  texts();
  expect(buffer.snapshot().lines.length + buffer.snapshot().dropped).toBe(1000);
});

it("adds 100,000 lines quickly, and one more even faster", () => {
  const { buffer, texts } = scene();
  const begun = performance.now();
  buffer.add(Array.from({ length: 100_000 }, (_, i) => line(i, "text of a line")));
  texts();
  expect(performance.now() - begun).toBeLessThan(1000);
  expect(buffer.snapshot().lines.length).toBe(100_000);
});
