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

  it("gives later callers a signal that is aborted already", () => {
    const end = new RequestEnd();
    end.end();
    expect(end.signal.aborted).toBe(true);
    expect(end.signal).toBe(end.signal);
  });
});
