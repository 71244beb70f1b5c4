import { describe, expect, it } from "vitest";
import { BodyLine } from "./bodyLine.ts";

const never = new AbortController().signal;

/** Lets everything go on that need not wait. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("BodyLine", () => {
  it("lets bodies in while there is room, and then in order of arrival", async () => {
    const line = new BodyLine(100);
    const entered: string[] = [];
    const enter = async (name: string, bytes: number) => {
      const place = await line.enter(bytes, never);
      entered.push(name);
      return place;
    };
    const a = await enter("a", 60);
    const b = await enter("b", 40);
    const c = enter("c", 80);
    void enter("d", 10);
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
    (await c).leave();
    expect(line.waiting).toBe(0);
  });

  it("lets a body that is larger than all of the room in alone", async () => {
    const line = new BodyLine(100);
    const large = await line.enter(500, never);
    const next = line.enter(1, never);
    await settled();
    expect(line.waiting).toBe(1);
    large.leave();
    await next;
    expect(line.waiting).toBe(0);
  });

  it("ends waiting with the request", async () => {
    const line = new BodyLine(100);
    const inside = await line.enter(100, never);
    const over = new AbortController();
    const gone = line.enter(50, over.signal);
    const late = line.enter(50, AbortSignal.abort());
    over.abort();
    await expect(gone).rejects.toMatchObject({ code: 504 });
    await expect(late).rejects.toMatchObject({ code: 504 });
    expect(line.waiting).toBe(0);
    inside.leave();
    await line.enter(100, never);
  });

  it("lets others have the room of a request that asks another program, which takes it back without waiting", async () => {
    const line = new BodyLine(100);
    const asking = await line.enter(100, never);
    asking.lend();
    const nested = await line.enter(100, never);
    asking.takeBack();
    const third = line.enter(100, never);
    nested.leave();
    await settled();
    expect(line.waiting).toBe(1);
    asking.lend();
    await third;
    asking.leave();
    asking.takeBack();
    (await third).leave();
    // All room is there again.
    await Promise.all([line.enter(50, never), line.enter(50, never)]);
  });
});
