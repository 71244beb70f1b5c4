import { describe, expect, it } from "vitest";
import { RunInput } from "./runInput.ts";

const input = (taken?: (bytes: number) => void, tty = false): RunInput =>
  new RunInput({
    ...{ tty, hasInput: true, show: () => undefined, interrupt: () => undefined },
    complete: () => Promise.resolve([]),
    ...(taken === undefined ? {} : { taken }),
  });

it("merges many small chunks of input", async () => {
  const run = input();
  for (let i = 0; i < 100_000; i++) run.push(Buffer.from(String(i % 10)));
  const text = (await run.next())?.toString();
  expect(text).toBe("0123456789".repeat(10_000));
});

it("keeps the order of small chunks, large chunks and lines", async () => {
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

describe("Consumed input", () => {
  const counted = (tty = false) => {
    const count = { taken: 0 };
    return { count, run: input((bytes) => (count.taken += bytes), tty) };
  };

  it("includes lines read and, while a reader waits for more, everything available", async () => {
    const { count, run } = counted();
    run.push(Buffer.from("first\nsecond"));
    expect(count.taken).toBe(0);
    expect(await run.line("")).toBe("first");
    expect(count.taken).toBe("first\n".length);
    const second = run.line("");
    expect(count.taken).toBe("first\nsecond".length);
    run.push(Buffer.from(" line\nrest"));
    expect(await second).toBe("second line");
    expect(count.taken).toBe("first\nsecond line\n".length);
    expect((await run.next())?.toString()).toBe("rest");
    expect(count.taken).toBe("first\nsecond line\nrest".length);
  });

  it("does not include what follows input that is too long for its reader", async () => {
    const { count, run } = counted();
    const all = run.all(2500);
    for (let i = 0; i < 5; i++) {
      run.push(Buffer.alloc(1000, "x"));
      await Promise.resolve();
      await Promise.resolve();
    }
    expect((await all).length).toBe(3000);
    expect(count.taken).toBe(3000);
  });

  it("includes everything for a reader that reads to the end", async () => {
    const { count, run } = counted();
    const all = run.all(3000);
    for (let i = 0; i < 3; i++) {
      run.push(Buffer.alloc(1000, "x"));
      await Promise.resolve();
    }
    run.end();
    expect((await all).length).toBe(3000);
    expect(count.taken).toBe(3000);
  });

  it("includes dropped input", () => {
    const { count, run } = counted();
    run.end();
    run.push(Buffer.from("late"));
    expect(count.taken).toBe(4);
  });

  it("includes input that the terminal has processed", async () => {
    const { count, run } = counted(true);
    run.push(Buffer.from("ls\r"));
    expect(await run.line("$ ")).toBe("ls");
    await expect.poll(() => count.taken).toBe(3);
  });
});
