import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { relayedEvents } from "./relayedEvents.ts";

const texts = async (chunks: readonly Buffer[]): Promise<unknown[]> => {
  const events: unknown[] = [];
  for await (const event of relayedEvents(Readable.from(chunks), new AbortController().signal)) events.push(event);
  return events;
};

it("reads events wherever the chunks of an answer end", async () => {
  const bytes = Buffer.from('{"type":"ADDED","object":{"é":1}}\n\n{"type":"DELETED","object":{}}\n{"type":"CUT');
  const whole = [
    { type: "ADDED", object: { é: 1 } },
    { type: "DELETED", object: {} },
  ];
  expect(await texts([bytes])).toEqual(whole);
  expect(await texts([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
});

it("ends with its signal, and leaves the connection", async () => {
  const body = new PassThrough();
  const end = new AbortController();
  const events = relayedEvents(body, end.signal)[Symbol.asyncIterator]();
  body.write('{"type":"BOOKMARK"}\n');
  expect((await events.next()).value).toEqual({ type: "BOOKMARK" });
  const next = events.next();
  end.abort();
  expect((await next).done).toBe(true);
  expect(body.destroyed).toBe(true);
});
