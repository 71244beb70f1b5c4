import { expect, it } from "vitest";
import { createLimiter } from "./limiter.ts";

const signal = new AbortController().signal;

/** A task that runs until the test completes it. */
function held(log: string[], name: string) {
  let end: () => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = () => resolve(name);
  });
  return {
    end,
    task: () => {
      log.push(name);
      return ended;
    },
  };
}

it("limits the concurrent tasks, and runs the others in their order", async () => {
  const log: string[] = [];
  const inTurn = createLimiter(2);
  const tasks = ["a", "b", "c", "d"].map((name) => held(log, name));
  const results = tasks.map(({ task }) => inTurn(task, signal));
  await Promise.resolve();
  expect(log).toEqual(["a", "b"]);
  tasks[1]?.end();
  expect(await results[1]).toBe("b");
  await Promise.resolve();
  expect(log).toEqual(["a", "b", "c"]);
  for (const { end } of tasks) end();
  expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
});

it("continues after a failure", async () => {
  const inTurn = createLimiter(1);
  await expect(inTurn(() => Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  expect(await inTurn(async () => 1, signal)).toBe(1);
});

it("rejects a waiting task that is aborted", async () => {
  const log: string[] = [];
  const inTurn = createLimiter(1);
  const first = held(log, "first");
  const running = inTurn(first.task, signal);
  const abort = new AbortController();
  const given = inTurn(held(log, "given up").task, abort.signal);
  const last = held(log, "last");
  const after = inTurn(last.task, signal);
  abort.abort(new Error("closed"));
  await expect(given).rejects.toThrow("closed");
  await expect(inTurn(last.task, abort.signal)).rejects.toThrow("closed");
  first.end();
  last.end();
  await Promise.all([running, after]);
  expect(log).toEqual(["first", "last"]);
});
