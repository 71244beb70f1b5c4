import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { ApiError } from "../../../shared/status.ts";
import { editingText } from "../editingText.ts";
import { guardedWrite } from "./guardedWrite.ts";

const object = (resourceVersion: string, data: Record<string, string>, status = ""): ApiObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", resourceVersion },
  data,
  status,
});

/** A server with one object that accepts only the current version. */
function server(now: ApiObject) {
  const state = { now, sent: [] as string[], onWrite: (): void => undefined };
  return Object.assign(state, {
    read: async () => state.now,
    done: (live: ApiObject) => live,
    write: async (live: ApiObject) => {
      state.sent.push(live.metadata.resourceVersion ?? "");
      state.onWrite();
      if (live.metadata.resourceVersion !== state.now.metadata.resourceVersion) {
        throw new ApiError(409, "Conflict", "the object has been modified");
      }
      state.now = { ...object(`${state.sent.length}00`, { key: "mine" }), status: state.now["status"] };
      return state.now;
    },
  });
}

const begun = object("1", { key: "old" });
const text = editingText(object("1", { key: "mine" }));
const edit = { text, base: editingText(begun), live: begun, textOf: editingText };

describe("guardedWrite", () => {
  it("writes the edit to the object it started from", async () => {
    const there = server(begun);
    expect((await guardedWrite(edit, there))["data"]).toEqual({ key: "mine" });
    expect(there.sent).toEqual(["1"]);
  });

  it("repeats the edit if only other parts of the object have changed", async () => {
    const there = server(object("2", { key: "old" }, "busy"));
    expect((await guardedWrite(edit, there))["status"]).toBe("busy");
    expect(there.sent).toEqual(["1", "2"]);
  });

  it("never overwrites others' changes, including those not yet received", async () => {
    const there = server(object("2", { key: "theirs" }));
    await expect(guardedWrite(edit, there)).rejects.toMatchObject({ code: 409 });
    expect(there.now["data"]).toEqual({ key: "theirs" });
    await expect(guardedWrite({ ...edit, live: there.now }, there)).rejects.toMatchObject({ code: 409 });
    expect(there.sent).toHaveLength(1);
  });

  it("treats a write as successful if only its response was lost", async () => {
    const there = server(object("2", { key: "mine" }));
    expect((await guardedWrite(edit, there)).metadata.resourceVersion).toBe("2");
    expect(there.sent).toHaveLength(1);
  });

  it("repeats an edit that changes no value, such as one that only claims fields", async () => {
    const there = server(object("2", { key: "old" }, "busy"));
    const claim = { ...edit, text: edit.base.replace("key: old", 'key:   "old"') };
    expect(claim.text).not.toBe(edit.base);
    await guardedWrite(claim, there);
    expect(there.sent).toEqual(["1", "2"]);
  });

  it("gives up on an object that keeps changing", async () => {
    const there = server(begun);
    let version = 1;
    there.onWrite = () => {
      there.now = object(String(++version), { key: "old" }, String(version));
    };
    await expect(guardedWrite(edit, there)).rejects.toMatchObject({ code: 409 });
    expect(there.sent.length).toBeLessThan(6);
  });

  it("rethrows every other error, including field conflicts", async () => {
    const causes = [{ reason: "FieldManagerConflict", message: 'conflict with "b"', field: ".data.key" }];
    for (const error of [new ApiError(409, "Conflict", "fields", { causes }), new ApiError(422, "Invalid", "no")]) {
      const there = { ...server(begun), write: () => Promise.reject(error) };
      await expect(guardedWrite(edit, there)).rejects.toBe(error);
    }
  });
});
