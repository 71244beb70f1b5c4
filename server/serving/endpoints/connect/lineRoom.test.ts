import { describe, expect, it } from "vitest";
import type { LogLine } from "../../../api/registry/podAccess.ts";
import { LineRoom, type WaitingLines } from "./lineRoom.ts";

/** A line that occupies a hundred bytes. */
const line = (n: number): LogLine => ({ time: n, stream: "stdout", text: "x".repeat(20) });
const fill = (lines: WaitingLines, count: number): void => {
  for (let i = 0; i < count; i++) lines.push(line(i));
};

describe("the room for lines that wait for slow readers", () => {
  it("gives the lines of each in their order, the oldest of too many are lost", () => {
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

  it("keeps a line that is larger than all that may wait", () => {
    const lines = new LineRoom({ each: 10, all: 10 }).open();
    fill(lines, 2);
    expect([lines.size, lines.shift()?.time]).toEqual([1, 1]);
  });

  it("is bounded for all together: who has most gives way", () => {
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

  it("is free again when a reader leaves, and takes nothing more for it", () => {
    const room = new LineRoom({ each: 1000, all: 1000 });
    const lines = room.open();
    fill(lines, 5);
    lines.close();
    fill(lines, 5);
    expect([room.used, lines.size]).toEqual([0, 0]);
  });
});
