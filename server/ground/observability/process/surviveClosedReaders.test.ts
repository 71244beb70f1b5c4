import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { surviveClosedReaders } from "./surviveClosedReaders.ts";

it("prevents a closed reader from ending the process, with one error listener however often it is called", () => {
  const stream = new PassThrough();
  surviveClosedReaders([stream]);
  surviveClosedReaders([stream]);
  expect(stream.listenerCount("error")).toBe(1);
  expect(() => stream.emit("error", new Error("write EPIPE"))).not.toThrow();
});
