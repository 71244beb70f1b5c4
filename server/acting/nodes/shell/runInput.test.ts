import { expect, it } from "vitest";
import { RunInput } from "./runInput.ts";

const input = (): RunInput =>
  new RunInput({
    ...{ tty: false, hasInput: true, show: () => undefined, interrupt: () => undefined },
    complete: () => Promise.resolve([]),
  });

it("gathers what comes in very many small pieces", async () => {
  const run = input();
  for (let i = 0; i < 100_000; i++) run.push(Buffer.from(String(i % 10)));
  expect(run.pieces).toBeLessThan(1200);
  const text = (await run.next())?.toString();
  expect(text).toBe("0123456789".repeat(10_000));
});

it("keeps the order of small and large pieces, and of lines", async () => {
  const run = input();
  const large = Buffer.alloc(3000, "x");
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 1500; k++) run.push(Buffer.from("ab"));
    run.push(large);
  }
  run.push(Buffer.from("\nrest"));
  run.end();
  expect(await run.line("")).toBe(`${"ab".repeat(1500)}${large.toString()}`.repeat(3));
  expect([await run.line(""), await run.line("")]).toEqual(["rest", undefined]);
});
