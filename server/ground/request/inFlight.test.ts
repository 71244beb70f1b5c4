import { expect, it } from "vitest";
import { callingOut, type InFlight, remainingTime } from "./inFlight.ts";

function request() {
  const calls: string[] = [];
  const memory = { lend: () => void calls.push("lend"), reclaim: () => void calls.push("take back") };
  const inFlight: InFlight = { signal: new AbortController().signal, memory };
  return { calls, inFlight };
}

it("releases the request's room during a remote call, and records how long the call took", async () => {
  const { calls, inFlight } = request();
  let now = 5;
  const ask = async () => {
    calls.push("ask");
    now += 20;
    return "answer";
  };
  expect(await callingOut(inFlight, () => now, ask)).toBe("answer");
  await callingOut(inFlight, () => now, ask);
  expect(calls).toEqual(["lend", "ask", "take back", "lend", "ask", "take back"]);
  expect(inFlight.waited).toBe(40);
});

it("takes the room back when the call fails, and allows calls outside a request", async () => {
  const { calls, inFlight } = request();
  await expect(callingOut(inFlight, Date.now, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(calls).toEqual(["lend", "take back"]);
  expect(await callingOut(undefined, Date.now, async () => 1)).toBe(1);
});

it("computes the remaining time of a request", () => {
  const { inFlight } = request();
  expect(remainingTime({ ...inFlight, due: 150 }, 120)).toBe(30);
  expect(remainingTime({ ...inFlight, due: 150 }, 160)).toBe(-10);
  expect(remainingTime(inFlight, 120)).toBe(Infinity);
  expect(remainingTime(undefined)).toBe(Infinity);
});
