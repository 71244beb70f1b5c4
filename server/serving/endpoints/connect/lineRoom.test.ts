import { describe, expect, it } from "vitest";
import type { LogLine } from "../../../api/registry/podAccess.ts";
import { LineRoom, type WaitingLines } from "./lineRoom.ts";

/** A line that occupies a hundred bytes. */
const line = (n: number): LogLine => ({ time: n, stream: "stdout", text: "x".repeat(20) });
const fill = (lines: WaitingLines, count: number): void => {
  for (let i = 0; i < count; i++) lines.push(line(i));
};

describe("buffer of log lines for slow readers", () => {
  it("returns each reader's lines in order, and drops the oldest beyond the limit", () => {
    const room = new LineRoom({ each: 300, all: 10_000 });
    const lines = room.open();
    fill(lines, 5);
    expect([lines.shift()?.time, lines.shift()?.time, lines.shift()?.time, lines.shift()]).toEqual([
      2,
      3,
      4,
      undefined,
    ]);
    expect(room.used).toBe(0);
  });

  it("keeps a single line that is larger than the limit", () => {
    const lines = new LineRoom({ each: 10, all: 10 }).open();
    fill(lines, 2);
    expect([lines.size, lines.shift()?.time]).toEqual([1, 1]);
  });

  it("has a total limit, and drops lines of the reader with the most", () => {
    const room = new LineRoom({ each: 1000, all: 1200 });
    const [long, short] = [room.open(), room.open()];
    fill(long, 10);
    fill(short, 2);
    expect([long.size, short.size]).toEqual([10, 2]);
    fill(short, 1);
    expect([long.size, short.size, room.used]).toEqual([5, 3, 800]);
    for (let i = 0; i < 100; i++) fill(room.open(), 10);
    expect(room.used).toBeLessThanOrEqual(1200 + 102 * 100);
  });

  it("frees a reader's lines when it leaves, and ignores later ones", () => {
    const room = new LineRoom({ each: 1000, all: 1000 });
    const lines = room.open();
    fill(lines, 5);
    lines.close();
    fill(lines, 5);
    expect([room.used, lines.size]).toEqual([0, 0]);
  });
});
