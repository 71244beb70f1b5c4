import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { ApiObject } from "../../shared/object.ts";
import { ApiError } from "../../shared/status.ts";
import { editingText } from "./editingText.ts";
import { guardedApply, withVersion } from "./guardedApply.ts";

const object = (resourceVersion: string, data: Record<string, string>, status = ""): ApiObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", resourceVersion },
  data,
  status,
});

/** A server of one object that refuses other versions than its own. */
function server(now: ApiObject) {
  const state = { now, sent: [] as string[], onApply: (): void => undefined };
  return Object.assign(state, {
    read: async () => state.now,
    apply: async (text: string) => {
      state.sent.push(text);
      state.onApply();
      const mine = parse(text) as ApiObject;
      if (mine.metadata.resourceVersion !== state.now.metadata.resourceVersion) {
        throw new ApiError(409, "Conflict", "the object has been modified");
      }
      state.now = { ...state.now, ...mine, metadata: { name: "a", resourceVersion: `${state.sent.length}00` } };
      return { body: state.now, warnings: [] };
    },
  });
}

const begun = object("1", { key: "old" });
const text = editingText(object("1", { key: "mine" }));
const edit = {
  text,
  base: editingText(begun),
  known: { text: editingText(begun), resourceVersion: "1" },
  textOf: editingText,
};

describe("guardedApply", () => {
  it("sends the version that the text was begun from", async () => {
    const there = server(begun);
    expect((await guardedApply(edit, there)).body["data"]).toEqual({ key: "mine" });
    expect(there.sent).toHaveLength(1);
  });

  it("sends the text again when only what is not edited has moved on", async () => {
    const there = server(object("2", { key: "old" }, "busy"));
    await guardedApply(edit, there);
    expect(there.sent).toHaveLength(2);
    expect(there.now["data"]).toEqual({ key: "mine" });
  });

  it("changes nothing that others changed, also when it is not known yet", async () => {
    const there = server(object("2", { key: "theirs" }));
    await expect(guardedApply(edit, there)).rejects.toMatchObject({ code: 409 });
    expect(there.now["data"]).toEqual({ key: "theirs" });
    const known = { text: editingText(there.now), resourceVersion: "2" };
    await expect(guardedApply({ ...edit, known }, there)).rejects.toMatchObject({ code: 409 });
    expect(there.sent).toHaveLength(1);
  });

  it("takes a write for done whose answer was lost", async () => {
    const there = server(object("2", { key: "mine" }));
    expect((await guardedApply(edit, there)).body.metadata.resourceVersion).toBe("2");
    expect(there.sent).toHaveLength(1);
  });

  it("gives up on an object that never rests", async () => {
    const there = server(begun);
    let version = 1;
    there.onApply = () => {
      there.now = object(String(++version), { key: "old" }, String(version));
    };
    await expect(guardedApply(edit, there)).rejects.toMatchObject({ code: 409 });
    expect(there.sent.length).toBeLessThan(6);
  });

  it("hands on every other refusal, conflicts of fields among them", async () => {
    const causes = [{ reason: "FieldManagerConflict", message: 'conflict with "b"', field: ".data.key" }];
    for (const error of [new ApiError(409, "Conflict", "fields", { causes }), new ApiError(422, "Invalid", "no")]) {
      const there = { ...server(begun), apply: () => Promise.reject(error) };
      await expect(guardedApply(edit, there)).rejects.toBe(error);
    }
  });
});

describe("withVersion", () => {
  it("keeps the rest, and a version that the text names", () => {
    expect(withVersion("# note\nmetadata:\n  name: a\n", "7")).toBe(
      '# note\nmetadata:\n  name: a\n  resourceVersion: "7"\n',
    );
    const own = "metadata:\n  resourceVersion: '3'\n";
    expect(withVersion(own, "7")).toBe(own);
    expect(withVersion("a: [", "7")).toBe("a: [");
  });
});
