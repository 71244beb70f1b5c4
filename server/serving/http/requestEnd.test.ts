import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { RequestEnd } from "./requestEnd.ts";

describe("RequestEnd", () => {
  it("aborts a signal that was taken before", () => {
    const end = new RequestEnd();
    const { signal } = end;
    let told = 0;
    signal.addEventListener("abort", () => {
      told += 1;
    });
    expect(signal.aborted).toBe(false);
    end.end();
    end.end();
    expect(signal.aborted).toBe(true);
    expect(told).toBe(1);
  });

  it("returns an already aborted signal to later callers", () => {
    const end = new RequestEnd();
    end.end();
    expect(end.signal.aborted).toBe(true);
    expect(end.signal).toBe(end.signal);
  });

  it("allows any number of listeners without a leak warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const { signal } = new RequestEnd();
    for (let i = 0; i < 40; i += 1) signal.addEventListener("abort", () => undefined);
    await setImmediate();
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });
});
