import { describe, expect, it } from "vitest";
import { parseHealth } from "./healthText.ts";

describe("parseHealth", () => {
  it("reads the checks of a verbose answer", () => {
    expect(parseHealth("[+]ping ok\n[-]poststarthook/a/b failed: reason withheld\nreadyz check failed\n")).toEqual([
      { name: "ping", ok: true, said: "ok" },
      { name: "poststarthook/a/b", ok: false, said: "failed: reason withheld" },
    ]);
  });

  it("finds nothing in an answer without details", () => {
    expect(parseHealth("ok")).toEqual([]);
  });
});
