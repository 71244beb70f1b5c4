import { describe, expect, it } from "vitest";
import { dropDraft, readDraft, writeDraft } from "./drafts.ts";

function storage() {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

describe("drafts", () => {
  it("are kept per cluster and object until dropped", () => {
    const s = storage();
    const draft = { text: "new", base: "old", at: 5 };
    writeDraft(s, "c1", "/x", draft);
    expect(readDraft(s, "c1", "/x")).toEqual(draft);
    expect(readDraft(s, "c2", "/x")).toBeUndefined();
    dropDraft(s, "c1", "/x");
    expect(readDraft(s, "c1", "/x")).toBeUndefined();
  });

  it("are none when the text is as it was", () => {
    const s = storage();
    writeDraft(s, "c", "/x", { text: "new", base: "old", at: 5 });
    writeDraft(s, "c", "/x", { text: "old", base: "old", at: 6 });
    expect(s.map.size).toBe(0);
  });

  it("survive neither rubbish nor a full storage with an error", () => {
    const s = storage();
    s.map.set("orrery.draft.c:/x", "{");
    expect(readDraft(s, "c", "/x")).toBeUndefined();
    const full = {
      ...s,
      setItem: () => {
        throw new Error("quota");
      },
    };
    expect(() => writeDraft(full, "c", "/x", { text: "a", base: "b", at: 1 })).not.toThrow();
  });
});
