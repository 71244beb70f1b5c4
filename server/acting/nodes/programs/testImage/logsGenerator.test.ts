import { describe, expect, it } from "vitest";
import type { ProgramStart } from "../program.ts";
import { logsGenerator, millisecondsOf } from "./logsGenerator.ts";

describe("Duration", () => {
  it.each([
    ["20s", 20_000],
    ["1m30s", 90_000],
    ["1.5h", 5_400_000],
    ["250ms", 250],
    ["", 0],
    ["soon", 0],
  ])("%j is %d ms", (text, milliseconds) => expect(millisecondsOf(text)).toBe(milliseconds));
});

describe("Log generator", () => {
  const started = (sleep: ProgramStart["time"]["sleep"]) => {
    const lines: string[] = [];
    const parts = { time: { now: () => Date.parse("2026-01-02T03:04:05.678Z"), sleep } };
    const print = (_stream: string, text: string): void => void lines.push(text);
    return { lines, running: logsGenerator(4, 2000).start({ ...parts, print } as ProgramStart) };
  };

  it("prints its lines evenly over its duration, then exits", async () => {
    const slept: number[] = [];
    const { lines, running } = started(async (milliseconds) => void slept.push(milliseconds));
    expect(await running.exited).toBe(0);
    expect(slept).toEqual([500, 500, 500, 500]);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /^I0102 03:04:05\.678000 {7}1 logs_generator\.go:76\] 0 GET \/api\/v1\/namespaces\/default\/pods\/\w+ \d{3}\n$/,
    );
  });

  it("exits when signalled", async () => {
    const { lines, running } = started(
      (_milliseconds, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
    );
    running.signal("TERM");
    expect(await running.exited).toBe(143);
    expect(lines).toHaveLength(1);
  });
});
