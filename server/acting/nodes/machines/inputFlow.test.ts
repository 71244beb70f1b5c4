import { expect, it } from "vitest";
import { InputFlow } from "./inputFlow.ts";

const MIB = 1024 * 1024;

it("blocks senders until the program has consumed their input", async () => {
  const flow = new InputFlow();
  expect(flow.sent(MIB - 1)).toBeUndefined();
  const waits = [flow.sent(1), flow.sent(MIB)];
  let resumed = 0;
  for (const wait of waits) void wait?.then(() => (resumed += 1));
  flow.taken(MIB);
  await Promise.resolve();
  expect(resumed).toBe(0);
  flow.taken(1);
  await Promise.all(waits);
  expect(flow.sent(0)).toBeUndefined();
});

it("does not block senders of a program that has ended", async () => {
  const flow = new InputFlow();
  const waits = flow.sent(2 * MIB);
  flow.end();
  await waits;
  expect(flow.sent(2 * MIB)).toBeUndefined();
});
