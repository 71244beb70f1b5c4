import { expect, it } from "vitest";
import { endProgram } from "./endProgram.ts";

/**
 * A program that ends a given number of milliseconds after it is asked to. Its clock advances when everything waits.
 */
async function ended({
  grace,
  before = 0,
  turn,
  ends,
}: {
  grace: number;
  before?: number;
  turn?: number;
  ends: number;
}) {
  let now = 0;
  const sleepers: { readonly at: number; wake(): void }[] = [];
  const time = {
    now: () => now,
    realNow: () => now,
    sleep: (milliseconds: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + milliseconds, wake });
      }),
  };
  const signals: string[] = [];
  let exit: (code: number) => void = () => undefined;
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  });
  const program = {
    exited,
    signal(name: "TERM" | "KILL") {
      signals.push(`${name} after ${now}`);
      if (name === "KILL") exit(137);
      else void time.sleep(ends).then(() => exit(0));
    },
  };
  let isOver = false;
  const ending = endProgram({
    program,
    time,
    grace,
    before: () => time.sleep(before),
    turn: turn === undefined ? undefined : time.sleep(turn),
  }).then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    const next = sleepers.sort((a, b) => a.at - b.at).shift();
    now = Math.max(now, next?.at ?? now);
    next?.wake();
  }
  await ending;
  return { signals, code: await exited };
}

it.each([
  ["a program that ends on SIGTERM", { grace: 30_000, ends: 500 }, ["TERM after 0", "KILL after 500"], 0],
  [
    "a program that does not end within its grace period",
    { grace: 5_000, ends: 9_000 },
    ["TERM after 0", "KILL after 5000"],
    137,
  ],
  [
    "a program whose grace period is below the minimum of 2 s",
    { grace: 1_000, ends: 9_000 },
    ["TERM after 0", "KILL after 2000"],
    137,
  ],
  [
    "a program after its preStop hook",
    { grace: 10_000, before: 6_000, ends: 9_000 },
    ["TERM after 6000", "KILL after 10000"],
    137,
  ],
  [
    "a program whose preStop hook takes its whole grace period",
    { grace: 5_000, before: 5_000, ends: 9_000 },
    ["TERM after 5000", "KILL after 7000"],
    137,
  ],
  [
    "a program after those that must end before it",
    { grace: 9_000, turn: 4_000, ends: 100 },
    ["TERM after 4000", "KILL after 4100"],
    0,
  ],
  [
    "a program although those that must end before it outlast its grace period",
    { grace: 3_000, turn: 60_000, ends: 100 },
    ["TERM after 3000", "KILL after 3100"],
    0,
  ],
])("terminates %s", async (_what, parts, signals, code) => {
  const seen = await ended(parts);
  expect(seen.code).toBe(code);
  expect(seen.signals).toEqual(signals);
});
