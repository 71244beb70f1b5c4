import { expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { fakeClock, settle } from "../../testing/fakeClock.ts";
import { whenNotBusy } from "./whenNotBusy.ts";

const busy = new ApiError(429, "TooManyRequests", "later", { retryAfterSeconds: 2 });

it("retries as the server's Retry-After says", async () => {
  const clock = fakeClock();
  let sent = 0;
  const answer = whenNotBusy(
    async () => {
      sent += 1;
      if (sent < 3) throw busy;
      return "done";
    },
    clock,
    new AbortController().signal,
  );
  await settle();
  await clock.advance(1_900);
  expect(sent).toBe(1);
  await clock.advance(1_200);
  expect(sent).toBe(2);
  await clock.advance(3_100);
  expect(await answer).toBe("done");
});

it("gives up after some attempts, and immediately on other errors or an abort", async () => {
  const clock = fakeClock();
  const { signal } = new AbortController();
  let sent = 0;
  const given = whenNotBusy(
    async () => {
      sent += 1;
      throw busy;
    },
    clock,
    signal,
  ).catch((error: unknown) => error);
  for (let i = 0; i < 10; i += 1) await clock.advance(3_100);
  expect(await given).toBe(busy);
  expect(sent).toBe(8);
  const conflict = new ApiError(409, "Conflict", "no");
  await expect(whenNotBusy(() => Promise.reject(conflict), clock, signal)).rejects.toBe(conflict);
  const abort = new AbortController();
  const waiting = whenNotBusy(() => Promise.reject(busy), clock, abort.signal);
  await settle();
  abort.abort();
  await expect(waiting).rejects.toBe(busy);
});
