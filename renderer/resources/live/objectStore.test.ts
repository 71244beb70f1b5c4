import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { ObjectStore, type ObjectStoreOptions } from "./objectStore.ts";

const object = (uid: string, resourceVersion: string, name = "web"): ApiObject => ({
  metadata: { uid, name, resourceVersion },
});

function open(options: ObjectStoreOptions = {}) {
  let frame: (() => void) | undefined;
  const store = new ObjectStore(
    (run) => {
      frame = run;
      return () => undefined;
    },
    () => 7,
    options,
  );
  const snapshot = () => {
    frame?.();
    return store.getSnapshot();
  };
  return { store, snapshot, versions: () => snapshot().objects.map((o) => o.metadata.resourceVersion) };
}

describe("ObjectStore", () => {
  it("keeps the newest state of each object and drops deleted ones", () => {
    const { store, versions } = open();
    store.beginList();
    store.page([object("a", "1", "a"), object("b", "2", "b")]);
    store.endList();
    store.changed("MODIFIED", [object("a", "3", "a")]);
    expect(versions()).toEqual(["3", "2"]);
    store.changed("DELETED", [object("b", "4", "b")]);
    expect(versions()).toEqual(["3"]);
    store.beginList();
    store.page([]);
    store.endList();
    expect(versions()).toEqual([]);
  });

  it("keeps a deleted object until its name is reused", () => {
    const { store, snapshot, versions } = open({ keepDeleted: true });
    store.page([object("a", "1")]);
    store.changed("DELETED", [object("a", "5")]);
    expect([...snapshot().gone]).toEqual(["a"]);
    expect(versions()).toEqual(["5"]);
    store.changed("ADDED", [object("b", "6")]);
    expect(versions()).toEqual(["6"]);
    expect(snapshot().gone.size).toBe(0);
  });

  it("keeps the newest revisions without duplicates", () => {
    const { store, snapshot } = open({ revisions: 2, keepDeleted: true });
    store.page([object("a", "1")]);
    store.page([object("a", "1")]);
    store.changed("MODIFIED", [object("a", "2")]);
    store.changed("DELETED", [object("a", "3")]);
    expect(snapshot().revisions).toMatchObject([
      { resourceVersion: "2", deleted: false, seen: 7 },
      { resourceVersion: "3", deleted: true },
    ]);
  });
});
