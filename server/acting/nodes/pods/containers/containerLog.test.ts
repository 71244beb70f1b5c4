import { describe, expect, it } from "vitest";
import { ContainerLog } from "./containerLog.ts";

describe("ContainerLog", () => {
  it("makes output available immediately, line by line", () => {
    const log = new ContainerLog();
    log.add("stdout", "a\nb", 1);
    log.add("stderr", "c\n", 2);
    expect(log.lines.map(({ stream, text }) => [stream, text])).toEqual([
      ["stdout", "a\n"],
      ["stdout", "b"],
      ["stderr", "c\n"],
    ]);
  });

  it("adds large output in many turns, in order, and ends followers after all of it", async () => {
    const log = new ContainerLog();
    const count = 300_000;
    let next = 0;
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const ended = new Promise<void>((resolve) => {
      log.follow(({ text }) => {
        if (text === `${next}\n`) next += 1;
      }, resolve);
    });
    log.add("stdout", Array.from({ length: count }, (_, i) => `${i}\n`).join(""), 1);
    log.add("stdout", `${count}\n`, 2);
    log.end();
    expect(log.ended).toBe(false);
    await ended;
    isOver = true;
    expect(next).toBe(count + 1);
    expect(turns).toBeGreaterThan(20);
    // The oldest lines were dropped.
    expect(log.lines.at(-1)?.text).toBe(`${count}\n`);
    expect(log.lines.length).toBeLessThan(count);
  });
});
