import { describe, expect, it } from "vitest";
import { dropDraft, takeDraft, writeDraft } from "./drafts.ts";

function storage() {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    key: (i: number) => [...map.keys()][i] ?? null,
    get length() {
      return map.size;
    },
  };
}

const here = { cluster: "c1", path: "/x", window: "a" };
const there = { ...here, window: "b" };
const draft = { text: "new", base: "old", at: 5 };

describe("drafts", () => {
  it("are kept per cluster and object until discarded", () => {
    const s = storage();
    writeDraft(s, here, draft);
    expect(takeDraft(s, here)).toEqual(draft);
    expect(takeDraft(s, { ...here, cluster: "c2" })).toBeUndefined();
    expect(takeDraft(s, { ...here, path: "/xy" })).toBeUndefined();
    dropDraft(s, here);
    expect(takeDraft(s, here)).toBeUndefined();
  });

  it("are not stored when the text equals its base", () => {
    const s = storage();
    writeDraft(s, here, draft);
    writeDraft(s, here, { text: "old", base: "old", at: 6 });
    expect(s.map.size).toBe(0);
  });

  it("are neither overwritten nor deleted by another window", () => {
    const s = storage();
    writeDraft(s, here, draft);
    writeDraft(s, there, { text: "other", base: "old", at: 6 });
    writeDraft(s, there, { text: "old", base: "old", at: 7 });
    dropDraft(s, there);
    expect(takeDraft(s, here)).toEqual(draft);
  });

  it("of closed windows are adopted, latest first", () => {
    const s = storage();
    const younger = { text: "other", base: "old", at: 6 };
    writeDraft(s, there, draft);
    writeDraft(s, { ...there, window: "c" }, younger);
    expect(takeDraft(s, here)).toEqual(younger);
    expect(s.map.size).toBe(2);
    dropDraft(s, here);
    expect(takeDraft(s, here)).toEqual(draft);
    dropDraft(s, here);
    expect(s.map.size).toBe(0);
  });

  it("cause no error with invalid content or a full storage", () => {
    const s = storage();
    s.map.set("orrery.draft.c1:/x a", "{");
    expect(takeDraft(s, here)).toBeUndefined();
    writeDraft(s, there, draft);
    const setItem = () => {
      throw new Error("quota");
    };
    const full = Object.assign(Object.create(s) as ReturnType<typeof storage>, { setItem });
    expect(writeDraft(full, here, draft)).toBe(false);
    expect(takeDraft(full, here)).toEqual(draft);
    expect(s.map.has("orrery.draft.c1:/x b")).toBe(true);
  });
});
