import { describe, expect, it } from "vitest";
import type { RawWatchHandlers } from "../activity/inspector/rawWatch.ts";
import { fakeClock } from "../testing/fakeClock.ts";
import { replay } from "./replay.ts";

function setup(oldest: number, current: number) {
  const clock = fakeClock();
  const opened: { from: number; handlers: RawWatchHandlers }[] = [];
  const seen: (number | string)[] = [];
  const stop = replay(
    {
      watch: (from, handlers) => {
        opened.push({ from, handlers });
        return { close: () => seen.push("closed") };
      },
    },
    { moment: ({ revision }) => seen.push(revision), begins: (revision) => seen.push(`from ${revision}`) },
    oldest,
    current,
    clock,
  );
  return { clock, opened, seen, stop };
}
const change = (revision: number): string =>
  JSON.stringify({ type: "ADDED", object: { metadata: { name: "a", resourceVersion: String(revision) } } });
const refusal = (message: string): string => JSON.stringify({ type: "ERROR", object: { code: 410, message } });

describe("replay", () => {
  it("starts at the oldest revision and resumes where it stopped", async () => {
    const { clock, opened, seen, stop } = setup(5, 20);
    opened[0]?.handlers.frame(change(8));
    opened[0]?.handlers.frame(JSON.stringify({ type: "BOOKMARK", object: { metadata: { resourceVersion: "12" } } }));
    opened[0]?.handlers.closed();
    await clock.advance(0);
    expect(opened.map(({ from }) => from)).toEqual([5, 12]);
    stop();
    expect(seen).toEqual(["from 5", 8, "closed"]);
  });

  it("starts later if the server can list at the revision but not watch from it", async () => {
    const { clock, opened, seen } = setup(5, 20);
    opened[0]?.handlers.frame(refusal("too old resource version: 5 (11)"));
    opened[0]?.handlers.closed();
    await clock.advance(0);
    opened[1]?.handlers.frame(refusal("gone"));
    opened[1]?.handlers.closed();
    await clock.advance(1000);
    expect(opened.map(({ from }) => from)).toEqual([5, 11, 20]);
    expect(seen).toEqual(["from 5", "from 11", "from 20"]);
  });
});
