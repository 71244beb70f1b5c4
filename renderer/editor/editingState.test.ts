import { describe, expect, it } from "vitest";
import { mergedOver } from "./diff/merge3.ts";
import { type EditingState, follow, isDirty, serverTextOf, settle } from "./editingState.ts";

const map = (data: Record<string, string>): string =>
  `metadata:\n  name: a\ndata:\n${Object.entries(data)
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join("")}`;
const at = (text: string, base = text): EditingState => ({ text, base, revision: 0 });

describe("follow", () => {
  it("follows the server's text as long as the user has not typed", () => {
    expect(follow(at("old"), "new")).toMatchObject({ text: "new", base: "new", revision: 1 });
    const same = at("old");
    expect(follow(same, "old")).toBe(same);
  });

  it("never touches typed text", () => {
    expect(follow(at("typed", "old"), "new")).toMatchObject({ text: "typed", base: "old", revision: 0 });
    expect(follow(at("typed", "old"), "typed")).toMatchObject({ text: "typed", base: "typed", revision: 0 });
  });
});

describe("settle", () => {
  const [before, sent, stored] = [map({ a: "1" }), map({ a: "2" }), map({ a: "2", made: "x" })];
  const write = { sent, stored, read: before };

  it("continues from the stored object", () => {
    const state = settle(at(sent, before), write);
    expect([state.text, isDirty(state)]).toEqual([stored, false]);
  });

  it("does not return to the text read before the write regardless of when the next read arrives", () => {
    const state = follow(settle(at(sent, before), write), before);
    expect([state.text, serverTextOf(state, before)]).toEqual([stored, stored]);
    const seen = follow(state, stored);
    expect(seen.written).toBeUndefined();
    // Another client restored the old value: a new state that equals the text from before the write.
    expect(follow(seen, before).text).toBe(before);
  });

  it("keeps text typed during the write, merged with the fields that the server added", () => {
    const typed = map({ a: "2", more: "typed" });
    const text = mergedOver(sent, stored, typed);
    const state = settle(at(typed, before), write, { typed, text });
    expect(state).toMatchObject({ text: map({ a: "2", more: "typed", made: "x" }), base: stored });
  });

  it("leaves text unchanged that the user typed after the merge", () => {
    const merged = { typed: sent, text: stored };
    expect(settle(at(`${sent}more`, before), write, merged)).toMatchObject({ text: `${sent}more`, base: sent });
  });

  it("leaves the text unchanged if both changed the same field or the text cannot be parsed", () => {
    for (const typed of [map({ a: "3", made: "mine" }), "data: ["]) {
      const state = settle(at(typed, before), write, { typed, text: mergedOver(sent, stored, typed) });
      expect(state).toMatchObject({ text: typed, base: sent, revision: 0 });
      expect(serverTextOf(state, before)).toBe(stored);
    }
  });
});
