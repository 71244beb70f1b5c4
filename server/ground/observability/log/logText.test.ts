import { expect, it } from "vitest";
import { createLog } from "./log.ts";
import { logText } from "./logText.ts";

it("writes level, time, message and attributes on one line", () => {
  const time = new Date(2026, 10, 3, 4, 5, 6, 7).toISOString();
  const line = `${JSON.stringify({ level: 40, time, url: "https://x", lost: 3, msg: 'a "b"\nc' })}\n`;
  expect(logText(line, 42)).toBe('W1103 04:05:06.007000      42 orrery] "a \\"b\\"\\nc" url="https://x" lost=3\n');
});

it("is the format of the log's text output, with secrets redacted", () => {
  const lines: string[] = [];
  const log = createLog(0, { write: (line: string) => void lines.push(line) }, "text");
  log.error({ token: "secret" }, "failed");
  log.info("not said");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^E\d{4} [\d:.]+ +\d+ orrery\] "failed" token="\[redacted\]"\n$/);
});
