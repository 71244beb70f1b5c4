import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import { Calls } from "./calls.ts";
import type { FromShells } from "./messages.ts";

let sent: FromShells[];
let calls: Calls;
const now = { name: "now" } as const;

describe("Calls to the other thread", () => {
  beforeEach(() => {
    sent = [];
    calls = new Calls((message) => sent.push(message));
  });

  it("return results, failures and intermediate parts", async () => {
    const parts: number[] = [];
    const [first, second] = [calls.ask(7, now, undefined, ({ length }) => parts.push(length)), calls.ask(7, now)];
    calls.part({ type: "part", call: 1, bytes: new Uint8Array(3) });
    calls.answer({ type: "reply", call: 2, failure: "no clock" });
    calls.answer({ type: "reply", call: 1, value: 5 });
    expect(await first).toBe(5);
    await expect(second).rejects.toThrow("no clock");
    expect(parts).toEqual([3]);
    expect(sent).toEqual([1, 2].map((call) => ({ type: "call", call, machine: 7, payload: now })));
  });

  it("are cancelled, and the other side is notified", async () => {
    const end = new AbortController();
    const given = calls.ask(7, now, end.signal);
    end.abort();
    expect(await given).toBeUndefined();
    expect(sent.at(-1)).toEqual({ type: "call", call: 1, machine: 7, payload: { name: "cancel", call: 1 } });
    expect(await calls.ask(7, now, end.signal)).toBeUndefined();
    expect(sent).toHaveLength(2);
  });

  it("remove their listener from a signal that outlives them", async () => {
    const { signal } = new AbortController();
    for (let call = 1; call <= 20; call++) {
      const answer = calls.ask(7, now, signal);
      calls.answer({ type: "reply", call, value: call });
      expect(await answer).toBe(call);
    }
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
