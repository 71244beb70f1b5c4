import { describe, expect, it, vi } from "vitest";
import { GroupCommit } from "./groupCommit.ts";

describe("GroupCommit", () => {
  it("applies commits of one turn together, in order", async () => {
    const apply = vi.fn((batches: readonly number[]) => batches.map((n) => n * 10));
    const group = new GroupCommit(apply);
    const first = [1, 2, 3].map((n) => group.submit(n));
    await Promise.resolve();
    first.push(group.submit(4));
    expect(apply).not.toHaveBeenCalled();
    expect(await Promise.all(first)).toEqual([10, 20, 30, 40]);
    expect(await group.submit(5)).toBe(50);
    expect(apply.mock.calls).toEqual([[[1, 2, 3, 4]], [[5]]]);
  });

  it("rejects the whole group when applying fails, and only that group", async () => {
    const apply = vi
      .fn((batches: readonly number[]) => batches)
      .mockImplementationOnce(() => {
        throw new Error("disk full");
      });
    const group = new GroupCommit(apply);
    const results = await Promise.allSettled([group.submit(1), group.submit(2)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await group.submit(3)).toBe(3);
  });

  it("flush applies synchronously, and leaves nothing pending", async () => {
    const apply = vi.fn((batches: readonly number[]) => batches);
    const group = new GroupCommit(apply);
    const result = group.submit(1);
    group.flush();
    group.flush();
    expect(apply).toHaveBeenCalledTimes(1);
    expect(await result).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(apply).toHaveBeenCalledTimes(1);
  });

  it("puts commits that are submitted during an apply into the next group", async () => {
    let inner: Promise<number> | undefined;
    const sizes: number[] = [];
    const group = new GroupCommit<number, number>((batches) => {
      sizes.push(batches.length);
      inner ??= group.submit(9);
      return batches;
    });
    await group.submit(1);
    expect(await inner).toBe(9);
    expect(sizes).toEqual([1, 1]);
  });
});
