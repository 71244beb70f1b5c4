import { describe, expect, it } from "vitest";
import { terminationMessage } from "./terminationMessage.ts";

/** The message of a container with this file, of which the end is read, and these lines of its log. */
const messageOf = (file: string | undefined, lines: readonly string[], exitCode: number, policy?: string) =>
  terminationMessage(
    { name: "c", ...(policy === undefined ? {} : { terminationMessagePolicy: policy }) },
    {
      machine: { readEnd: async (_path, most) => (file === undefined ? undefined : Buffer.from(file).subarray(-most)) },
      lines: lines.map((text) => ({ time: 0, stream: "stdout" as const, text })),
      exitCode,
    },
  );

describe("Termination message", () => {
  it("is the end of the file, at most 4 KiB of it", async () => {
    expect(await messageOf("done", ["log\n"], 1, "FallbackToLogsOnError")).toBe("done");
    expect(await messageOf(`${"a".repeat(4096)}end`, [], 0)).toBe(`${"a".repeat(4093)}end`);
  });

  it("is the end of the log of a failed container, if the policy says so", async () => {
    expect(await messageOf("", ["one\n", "two\n"], 1, "FallbackToLogsOnError")).toBe("one\ntwo\n");
    expect(await messageOf(undefined, ["one\n"], 0, "FallbackToLogsOnError")).toBeUndefined();
    expect(await messageOf(undefined, ["one\n"], 1, "File")).toBeUndefined();
    const lines = Array.from({ length: 100 }, (_, i) => `${i}\n`);
    expect(await messageOf(undefined, lines, 1, "FallbackToLogsOnError")).toBe(lines.slice(20).join(""));
  });
});
