import { describe, expect, it } from "vitest";
import { Attachments } from "./attachments.ts";
import type { KeyValue } from "./storage.ts";

const state = (key: string, modRevision: number, attachment?: unknown): KeyValue => ({
  key,
  value: "{}",
  createRevision: 1,
  modRevision,
  attachment,
});

describe("Attachments", () => {
  it("returns an attachment only for the exact state it was attached to", () => {
    const attachments = new Attachments();
    const object = { name: "a" };
    attachments.put(state("a", 5, object));
    expect(attachments.decorate(state("a", 5)).attachment).toBe(object);
    expect(attachments.decorate(state("a", 4)).attachment).toBeUndefined();
    expect(attachments.decorate(state("b", 5)).attachment).toBeUndefined();
  });

  it("drops the attachment of a key that is deleted, or written without one", () => {
    const attachments = new Attachments();
    attachments.put(state("a", 1, "x"));
    attachments.delete("a");
    attachments.put(state("b", 1, "x"));
    attachments.put(state("b", 2));
    expect(attachments.decorate(state("a", 1)).attachment).toBeUndefined();
    expect(attachments.decorate(state("b", 1)).attachment).toBeUndefined();
    expect(attachments.decorate(state("b", 2)).attachment).toBeUndefined();
  });

  it("drops the least recently written ones when it is full", () => {
    const attachments = new Attachments({ entries: 2 });
    attachments.put(state("a", 1, "a"));
    attachments.put(state("b", 2, "b"));
    attachments.put(state("a", 3, "a again"));
    attachments.put(state("c", 4, "c"));
    expect(attachments.decorate(state("a", 3)).attachment).toBe("a again");
    expect(attachments.decorate(state("b", 2)).attachment).toBeUndefined();
    expect(attachments.decorate(state("c", 4)).attachment).toBe("c");
  });

  it("drops the least recently written ones when their values exceed the total size", () => {
    const attachments = new Attachments({ entries: 10, weight: 100 });
    const long = (key: string, revision: number) => ({ ...state(key, revision, key), value: "x".repeat(40) });
    for (const [i, key] of ["a", "b", "c"].entries()) attachments.put(long(key, i));
    expect(attachments.decorate(state("a", 0)).attachment).toBeUndefined();
    expect(attachments.decorate(state("b", 1)).attachment).toBe("b");
    expect(attachments.decorate(state("c", 2)).attachment).toBe("c");
  });
});
