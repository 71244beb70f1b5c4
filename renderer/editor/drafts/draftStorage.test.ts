import { expect, it } from "vitest";
import { createDraftStorage } from "./draftStorage.ts";
import { dropDraft, takeDraft, writeDraft } from "./drafts.ts";

/** An in-memory browser storage. */
function fakeDisk(given: Record<string, string> = {}) {
  const map = new Map(Object.entries(given));
  return {
    map,
    get length() {
      return map.size;
    },
    key: (i: number) => [...map.keys()][i] ?? null,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

const PLANTED = "planted-value";
const place = (path: string) => ({ cluster: "c", path, window: "w" });
const draft = (text: string) => ({ text, base: "", at: 1 });

it("stores drafts of secrets in memory in any form and others on disk", () => {
  const confidential: [path: string, text: string][] = [
    ["/api/v1/namespaces/n/secrets/s", `broken: [${PLANTED}`],
    ["new:/v1/secrets/default", PLANTED],
    ["new:/v1/configmaps/", `kind: ConfigMap\n---\nkind: Secret\nstringData: {a: ${PLANTED}}`],
    ["new:/v1/configmaps/", `{"kind": "Secret", "data": {"a": "${PLANTED}"}}`],
    ["new:/v1/configmaps/", `kind:\n  Secret\nstringData: {a: ${PLANTED}}`],
    ["new:/v1/configmaps/", `kind: !!str "Secret"\nstringData: {a: ${PLANTED}}`],
    ["new:/v1/configmaps/", `kind: &kind Secret # ${PLANTED}`],
    ["new:/v1/configmaps/", `items:\n- kind: 'Secret'\n  data: {a: ${PLANTED}}`],
  ];
  for (const [path, text] of confidential) {
    const disk = fakeDisk();
    const storage = createDraftStorage(disk);
    expect(writeDraft(storage, place(path), draft(text))).toBe(true);
    expect([...disk.map], text).toEqual([]);
    expect(takeDraft(storage, place(path))?.text).toBe(text);
    dropDraft(storage, place(path));
    expect(takeDraft(storage, place(path))).toBeUndefined();
  }
  const disk = fakeDisk();
  const storage = createDraftStorage(disk);
  const plain = "kind: Role\nrules: [{resources: [secrets]}]";
  writeDraft(storage, place("/api/v1/roles/r"), draft(plain));
  expect(disk.map.size).toBe(1);
  expect(takeDraft(createDraftStorage(disk), place("/api/v1/roles/r"))?.text).toBe(plain);
});

it("removes a draft from the disk once it becomes confidential, and stores it again once it is not", () => {
  const disk = fakeDisk();
  const storage = createDraftStorage(disk);
  const at = place("new:/v1/configmaps/");
  writeDraft(storage, at, draft("kind: ConfigMap"));
  writeDraft(storage, at, draft("kind: Secret"));
  expect(disk.map.size).toBe(0);
  expect(takeDraft(storage, at)?.text).toBe("kind: Secret");
  writeDraft(storage, at, draft("kind: ConfigMap # again"));
  expect(disk.map.size).toBe(1);
  expect(storage.length).toBe(1);
});

it("moves confidential drafts from the disk into memory, and changes nothing else", () => {
  const text = JSON.stringify(draft(PLANTED));
  const disk = fakeDisk({
    "orrery.draft.c:/api/v1/namespaces/n/secrets/s w": text,
    "orrery.draft.c:/api/v1/namespaces/n/configmaps/s w": text,
    "orrery.settings": '{"kind":"Secret"}',
  });
  const storage = createDraftStorage(disk);
  expect([...disk.map.keys()]).toEqual(["orrery.draft.c:/api/v1/namespaces/n/configmaps/s w", "orrery.settings"]);
  expect(takeDraft(storage, place("/api/v1/namespaces/n/secrets/s"))?.text).toBe(PLANTED);
});

it("finds a draft of another window in either place", () => {
  const disk = fakeDisk();
  const storage = createDraftStorage(disk);
  writeDraft(storage, { ...place("/secrets/s"), window: "other" }, draft(PLANTED));
  writeDraft(storage, { ...place("/configmaps/m"), window: "other" }, draft("map"));
  expect(takeDraft(storage, place("/secrets/s"))?.text).toBe(PLANTED);
  expect(takeDraft(storage, place("/configmaps/m"))?.text).toBe("map");
  expect(storage.length).toBe(2);
});
