import { describe, expect, it } from "vitest";
import { KeyTurns } from "./keyTurns.ts";

describe("KeyTurns", () => {
  it("makes work on a key wait for earlier work on it, and for nothing else", async () => {
    const turns = new KeyTurns();
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    const one = turns.run(["a", "b"], work("one"));
    const two = turns.run(["b", "c"], work("two"));
    const three = turns.run(["c"], work("three"));
    const four = turns.run(["d"], work("four"));
    expect(begun).toEqual(["one", "four"]);
    ends.get("one")?.();
    expect(await one).toBe("one");
    await expect.poll(() => begun).toEqual(["one", "four", "two"]);
    ends.get("two")?.();
    expect(await two).toBe("two");
    await expect.poll(() => begun).toEqual(["one", "four", "two", "three"]);
    let idle = false;
    const all = turns.idle().then(() => {
      idle = true;
    });
    ends.get("three")?.();
    expect(await three).toBe("three");
    expect(idle).toBe(false);
    ends.get("four")?.();
    expect(await four).toBe("four");
    await all;
  });

  it("continues after work that failed", async () => {
    const turns = new KeyTurns();
    const failed = turns.run(["a"], () => Promise.reject(new Error("no")));
    const next = turns.run(["a"], async () => "next");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("next");
  });
});
