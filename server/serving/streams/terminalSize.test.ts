import { describe, expect, it } from "vitest";
import { readTerminalSize } from "./terminalSize.ts";

describe("readTerminalSize", () => {
  it.each([
    ['{"Width":80,"Height":24}\n', { columns: 80, rows: 24 }],
    ['{"Width":0,"Height":65535}', { columns: 0, rows: 65_535 }],
    ['{"Width":65536,"Height":24}', undefined],
    ['{"Width":-1,"Height":24}', undefined],
    ['{"Width":"80","Height":24}', undefined],
    ['{"Width":80.5,"Height":24}', undefined],
    ['{"Width":80}', undefined],
    ["null", undefined],
    [`{"Width":80,"Height":24,"More":"${"x".repeat(2000)}"}`, undefined],
    ["{", undefined],
  ])("parses %s", (text, size) => expect(readTerminalSize(text)).toEqual(size));
});
