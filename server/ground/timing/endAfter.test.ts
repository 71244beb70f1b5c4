import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endAfter } from "./endAfter.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const signalOf = async (child: ChildProcess): Promise<unknown> => (await once(child, "exit"))[1];

test("a program that exceeds its timeout is killed", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  endAfter(child, 50, "SIGKILL");
  vi.advanceTimersByTime(50);
  expect(await signalOf(child)).toBe("SIGKILL");
  expect(vi.getTimerCount()).toBe(0);
});

test("no timer remains after a program ends or fails to start", async () => {
  const brief = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  endAfter(brief, 60_000);
  const missing = spawn("/no/such/program", { stdio: "ignore" });
  endAfter(missing, 60_000);
  expect(vi.getTimerCount()).toBe(2);
  await Promise.all([once(brief, "exit"), new Promise((resolve) => missing.once("error", resolve))]);
  expect(vi.getTimerCount()).toBe(0);
});
