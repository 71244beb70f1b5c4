import { describe, expect, it } from "vitest";
import { BodyQueue } from "./bodyQueue.ts";

const never = new AbortController().signal;

/** Lets everything continue that need not wait. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function watched<T>(place: Promise<T>) {
  let isIn = false;
  void place.then(() => {
    isIn = true;
  });
  return { isIn: () => isIn, place };
}

describe("BodyLine", () => {
  it("admits bodies while there is room, then in order of arrival", async () => {
    const queue = new BodyQueue(100);
    const entered: string[] = [];
    const enter = async (name: string, bytes: number) => {
      const place = await queue.enter(bytes, never);
      entered.push(name);
      return place;
    };
    const a = await enter("a", 60);
    const b = await enter("b", 40);
    const c = enter("c", 80);
    const d = enter("d", 10);
    await settled();
    expect(entered).toEqual(["a", "b"]);
    b.leave();
    await settled();
    // The small body does not overtake the one before it.
    expect(entered).toEqual(["a", "b"]);
    a.leave();
    a.leave();
    await settled();
    expect(entered).toEqual(["a", "b", "c", "d"]);
    expect(queue.isEmpty).toBe(false);
    (await c).leave();
    (await d).leave();
    expect(queue.isEmpty).toBe(true);
  });

  it("admits a body larger than the limit when no other is admitted", async () => {
    const queue = new BodyQueue(100);
    const large = await queue.enter(500, never);
    const { isIn, place } = watched(queue.enter(1, never));
    await settled();
    expect(isIn()).toBe(false);
    large.leave();
    (await place).leave();
    expect(queue.isEmpty).toBe(true);
  });

  it("stops waiting when the request is aborted", async () => {
    const queue = new BodyQueue(100);
    const inside = await queue.enter(100, never);
    const over = new AbortController();
    const gone = queue.enter(50, over.signal);
    const late = queue.enter(50, AbortSignal.abort());
    over.abort();
    await expect(gone).rejects.toMatchObject({ code: 504 });
    await expect(late).rejects.toMatchObject({ code: 504 });
    inside.leave();
    expect(queue.isEmpty).toBe(true);
  });

  it("admits a body that waits behind a large one when the large one's request is aborted", async () => {
    const queue = new BodyQueue(100);
    await queue.enter(60, never);
    const over = new AbortController();
    const gone = queue.enter(80, over.signal);
    const small = watched(queue.enter(40, never));
    await settled();
    expect(small.isIn()).toBe(false);
    over.abort();
    await expect(gone).rejects.toMatchObject({ code: 504 });
    await small.place;
  });

  it("gives the room of a request that calls another server to others, and returns it without waiting", async () => {
    const queue = new BodyQueue(100);
    const asking = await queue.enter(100, never);
    asking.lend();
    const nested = await queue.enter(100, never);
    asking.reclaim();
    const third = watched(queue.enter(100, never));
    nested.leave();
    await settled();
    expect(third.isIn()).toBe(false);
    asking.lend();
    await third.place;
    asking.leave();
    asking.reclaim();
    (await third.place).leave();
    expect(queue.isEmpty).toBe(true);
  });
});
