import { expect, it } from "vitest";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import type { Operation } from "../../store/storage/storage.ts";
import { StorageError } from "../../store/storage/storageError.ts";
import { ServerPresence } from "./serverPresence.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scene() {
  const timers = manualTimers();
  const commits: (readonly Operation[])[] = [];
  const errors: unknown[] = [];
  const state = { fails: false, rounds: 0 };
  const entries = [{ key: "/servers/a", value: "1" }];
  const presence = new ServerPresence({
    storage: {
      async commit(operations) {
        if (state.fails) throw new StorageError("unavailable", "no answer", undefined);
        commits.push(operations);
        return { ok: true, revision: commits.length };
      },
    },
    timers,
    entries: () => entries,
    async onRenewed() {
      state.rounds += 1;
    },
    onError: (error) => errors.push(error),
  });
  return { presence, timers, commits, errors, state, entries };
}

const put = (key: string) => ({ type: "put", key, value: "1", timeToLive: 15 });

it("renews the server's presence with a TTL and removes it on shutdown", async () => {
  const { presence, timers, commits, state, entries } = scene();
  await presence.start();
  expect(commits).toEqual([[put("/servers/a")]]);
  entries.push({ key: "/masterleases/10.0.0.1", value: "1" });
  await presence.renew();
  expect([commits.at(-1), state.rounds]).toEqual([[put("/servers/a"), put("/masterleases/10.0.0.1")], 1]);
  timers.advance(10_000);
  await turn();
  expect([commits.length, state.rounds]).toEqual([3, 2]);
  await presence.stop();
  expect(commits.at(-1)).toEqual(entries.map(({ key }) => ({ type: "delete", key })));
  expect(timers.pending()).toEqual([]);
});

it("retries soon when the store fails, and stops even if the store does not respond", async () => {
  const { presence, timers, commits, errors, state } = scene();
  await presence.start();
  state.fails = true;
  timers.advance(10_000);
  await turn();
  expect([errors.length, timers.pending()]).toEqual([1, [1000]]);
  state.fails = false;
  timers.advance(1000);
  await turn();
  expect([commits.length, timers.pending()]).toEqual([2, [10_000]]);
  state.fails = true;
  await presence.stop();
  expect(errors).toHaveLength(2);
});
