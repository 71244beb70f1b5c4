import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { relayedLines } from "./relayedLines.ts";

const linesOf = async (chunks: readonly Buffer[]): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of relayedLines(Readable.from(chunks), new AbortController().signal)) lines.push(line);
  return lines;
};

it("reads lines regardless of where the response's chunks end", async () => {
  const bytes = Buffer.from('{"é":1}\n\n{"type":"DELETED"}\n{"type":"CUT');
  const whole = ['{"é":1}', '{"type":"DELETED"}'];
  expect(await linesOf([bytes])).toEqual(whole);
  expect(await linesOf([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
});

it("ends when its signal is aborted and releases the connection", async () => {
  const body = new PassThrough();
  const end = new AbortController();
  const lines = relayedLines(body, end.signal)[Symbol.asyncIterator]();
  body.write("first\n");
  expect((await lines.next()).value).toBe("first");
  const next = lines.next();
  end.abort();
  expect((await next).done).toBe(true);
  expect(body.destroyed).toBe(true);
});
