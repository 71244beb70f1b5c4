import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { surviveClosedReaders } from "./surviveClosedReaders.ts";

it("keeps a stream whose reader is gone from ending the process, however often it is asked", () => {
  const stream = new PassThrough();
  surviveClosedReaders([stream]);
  surviveClosedReaders([stream]);
  expect(stream.listenerCount("error")).toBe(1);
  expect(() => stream.emit("error", new Error("write EPIPE"))).not.toThrow();
});
