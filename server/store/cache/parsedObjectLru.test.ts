import { describe, expect, it } from "vitest";
import type { Steps } from "../../../shared/steps.ts";
import { type Evictable, ParsedObjectLru } from "./parsedObjectLru.ts";

const named = (name: string, rested: string[]): Evictable => ({ evict: () => rested.push(name) });

describe("Memory budget for parsed large objects", () => {
  it("evicts the least recently used parsed objects", () => {
    const rested: string[] = [];
    const [a, b, c] = ["a", "b", "c"].map((name) => named(name, rested)) as [Evictable, Evictable, Evictable];
    const room = new ParsedObjectLru(10);
    room.use(a, 4);
    room.use(b, 4);
    room.use(a, 4);
    expect(rested).toEqual([]);
    room.use(c, 4);
    expect(rested).toEqual(["b"]);
    expect(room.used).toBe(8);
  });

  it("keeps the object in use, however large it is", () => {
    const rested: string[] = [];
    const room = new ParsedObjectLru(10);
    room.use(named("a", rested), 4);
    room.use(named("large", rested), 40);
    expect(rested).toEqual(["a"]);
    room.use(named("b", rested), 4);
    expect(rested).toEqual(["a", "large"]);
    expect(room.used).toBe(4);
  });

  it("releases the memory of an evicted object", () => {
    const rested: string[] = [];
    const room = new ParsedObjectLru(10);
    const a = named("a", rested);
    room.use(a, 8);
    room.remove(a);
    room.remove(a);
    expect(room.used).toBe(0);
    room.use(named("b", rested), 8);
    expect(rested).toEqual([]);
  });

  it("parses one object at a time and continues after a failure", async () => {
    const room = new ParsedObjectLru(10);
    const told: string[] = [];
    const work = (name: string) =>
      function* (): Steps<string> {
        told.push(`${name} begins`);
        yield;
        told.push(`${name} ends`);
        if (name === "a") throw new Error("torn");
        return name;
      };
    const [a, b] = [room.parse(work("a")), room.parse(work("b"))];
    await expect(a).rejects.toThrow("torn");
    expect(await b).toBe("b");
    expect(told).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  });
});
