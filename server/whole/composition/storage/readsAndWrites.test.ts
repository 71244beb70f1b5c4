import { expect, it } from "vitest";
import { readsAndWrites } from "./readsAndWrites.ts";

const never = new Promise<boolean>(() => undefined);

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])("reads: %s, writes: %s", async (reads, writes, expected) => {
  expect(await readsAndWrites({ healthy: async () => reads, writable: async () => writes })).toBe(expected);
});

it("asks for both before either answers", async () => {
  const asked: string[] = [];
  const ask = (name: string) => () => {
    asked.push(name);
    return never;
  };
  void readsAndWrites({ healthy: ask("read"), writable: ask("write") });
  expect(asked.sort()).toEqual(["read", "write"]);
});

it("does not wait for writes when reads fail in time", async () => {
  const timeouts: (number | undefined)[] = [];
  const healthy = async (timeout?: number): Promise<boolean> => {
    timeouts.push(timeout);
    return false;
  };
  expect(await readsAndWrites({ healthy, writable: () => never }, 50)).toBe(false);
  expect(timeouts).toEqual([50]);
});

it("passes on the failure of a store that is closed", async () => {
  const closed = () => Promise.reject(new Error("closed"));
  await expect(readsAndWrites({ healthy: async () => true, writable: closed })).rejects.toThrow("closed");
  expect(await readsAndWrites({ healthy: async () => false, writable: closed })).toBe(false);
});
