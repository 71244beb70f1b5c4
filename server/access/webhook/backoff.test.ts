import { describe, expect, it } from "vitest";
import { ACCESS_BACKOFF, isPassing, withBackoff } from "./backoff.ts";
import { WebhookError } from "./webhookError.ts";

const status = (code: number) => new WebhookError("status", "x", code);
const reset = new WebhookError("connection", 'Post "https://x/": connection reset by peer');

describe("isPassing", () => {
  it.each<[unknown, boolean]>([
    [status(500), true],
    [status(504), true],
    [status(429), true],
    [reset, true],
    [status(400), false],
    [status(401), false],
    [status(502), false],
    [new WebhookError("connection", "dial tcp 127.0.0.1:1: connect: connection refused"), false],
    [new WebhookError("tls", "x509"), false],
    [new WebhookError("timeout", "context deadline exceeded"), false],
    [new Error("connection reset by peer"), false],
  ])("%s: %s", (error, passing) => {
    expect(isPassing(error)).toBe(passing);
  });
});

describe("withBackoff", () => {
  const run = async (failures: readonly unknown[], random = 0) => {
    const pauses: number[] = [];
    const left = [...failures];
    const call = async (): Promise<string> => {
      if (left.length > 0) throw left.shift();
      return "done";
    };
    const sleep = async (milliseconds: number) => pauses.push(milliseconds);
    const result = await withBackoff(call, ACCESS_BACKOFF, { sleep, random: () => random }).catch((error) => error);
    return { result, pauses, unused: left.length };
  };

  it("retries with increasing delays up to five attempts", async () => {
    expect(await run([reset, reset])).toEqual({ result: "done", pauses: [500, 750], unused: 0 });
    const last = status(500);
    const all = await run([reset, reset, reset, reset, last, reset]);
    expect(all).toEqual({ result: last, pauses: [500, 750, 1125, 1687.5], unused: 1 });
  });

  it("applies jitter to the delays", async () => {
    expect((await run([reset], 0.5)).pauses).toEqual([550]);
    expect((await run([reset], 1)).pauses).toEqual([600]);
  });

  it("gives up immediately on permanent errors", async () => {
    const refused = status(403);
    expect(await run([refused])).toEqual({ result: refused, pauses: [], unused: 0 });
  });

  it("ends when the caller aborts, with the error of the last attempt", async () => {
    const ending = new AbortController();
    const interrupted = async (_milliseconds: number, signal?: AbortSignal) => {
      expect(signal).toBe(ending.signal);
      ending.abort();
      throw new Error("aborted");
    };
    const failing = () => Promise.reject(reset);
    const running = withBackoff(failing, ACCESS_BACKOFF, { sleep: interrupted, signal: ending.signal });
    await expect(running).rejects.toBe(reset);
    await expect(withBackoff(failing, ACCESS_BACKOFF, { signal: AbortSignal.abort() })).rejects.toBe(reset);
  });
});
