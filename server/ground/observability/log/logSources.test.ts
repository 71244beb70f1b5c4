import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";
import { parseSourceVerbosity, sourceLog } from "./logSources.ts";

const levelUnder = (vmodule: string, verbosity = 0): string =>
  sourceLog(createLog(verbosity, { write: () => true }), "httplog", parseSourceVerbosity([vmodule])).level;

describe("--vmodule", () => {
  it.each([
    ["httplog=3", "debug"],
    ["http*=6", "trace"],
    ["?ttplog=1", "info"],
    ["server=9, httplog=1, *=9", "info"],
    ["log=9,httplo=9,http.og=9", "warn"],
    ["", "warn"],
  ])("%s sets the level of httplog to %s", (vmodule, level) => {
    expect(levelUnder(vmodule)).toBe(level);
  });

  it("can set a source to a lower level than the global one", () => {
    expect(levelUnder("httplog=0", 9)).toBe("warn");
  });

  it.each(["httplog", "httplog=x", "=3", "httplog=-1"])("refuses %s", (text) => {
    expect(() => parseSourceVerbosity([text])).toThrow(`--vmodule: ${JSON.stringify(text)} is not of the form`);
  });
});
