import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { historyOf, type Moment, momentOf, stateAt, withMoments } from "./moments.ts";

const object = (name: string, resourceVersion: string, more: object = {}): ApiObject =>
  ({ metadata: { name, namespace: "dev", resourceVersion, ...more } }) as ApiObject;
const moment = (type: string, name: string, revision: number): Moment =>
  momentOf(type, object(name, String(revision))) as Moment;

describe("momentOf", () => {
  it("reads the time from the object", () => {
    const changed = object("a", "7", {
      creationTimestamp: "2026-01-01T00:00:00Z",
      managedFields: [
        { manager: "first", operation: "Apply", time: "2026-01-01T00:00:00Z" },
        { manager: "second", operation: "Update", time: "2026-01-01T00:01:00Z" },
      ],
    });
    expect(momentOf("MODIFIED", changed)).toMatchObject({
      revision: 7,
      key: "dev/a",
      state: { resourceVersion: "7", deleted: false },
      at: Date.parse("2026-01-01T00:01:00Z"),
    });
    expect(momentOf("DELETED", changed)?.state.deleted).toBe(true);
  });

  it("returns the time of a requested deletion, and 0 if no field has it", () => {
    const made = { creationTimestamp: "2026-01-01T00:00:00Z" };
    expect(momentOf("DELETED", object("a", "7", made))?.at).toBe(0);
    const waited = { ...made, deletionTimestamp: "2026-01-01T00:02:30Z", deletionGracePeriodSeconds: 30 };
    expect(momentOf("DELETED", object("a", "7", waited))?.at).toBe(Date.parse("2026-01-01T00:02:00Z"));
  });

  it("is undefined for bookmarks and non-numeric revisions", () => {
    expect(momentOf("BOOKMARK", object("a", "7"))).toBeUndefined();
    expect(momentOf("ADDED", object("a", "x7"))).toBeUndefined();
  });
});

describe("Histories", () => {
  const all = [moment("ADDED", "a", 1), moment("ADDED", "b", 2), moment("MODIFIED", "a", 3), moment("DELETED", "a", 5)];

  it("are extended in order without duplicates up to a limit", () => {
    const again = withMoments(all, [moment("DELETED", "a", 5), moment("ADDED", "c", 6)], 3);
    expect(again.map(({ revision }) => revision)).toEqual([3, 5, 6]);
    expect(withMoments(all, [moment("ADDED", "b", 2)], 3)).toBe(all);
  });

  it("return the state of an object at a revision", () => {
    const states = historyOf(all, "dev/a")
      .map(({ state }) => state)
      .reverse();
    const versions = [0, 1, 2, 3, 4, 5].map((revision) => stateAt(states, revision)?.resourceVersion);
    expect(versions).toEqual([undefined, "1", "1", "3", "3", "5"]);
  });
});
