import { afterEach, expect, test, vi } from "vitest";
import { memoryStorage } from "../testing/memoryStorage.ts";
import { createPersisted } from "./persistedValue.ts";

const lines = (storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) =>
  createPersisted<readonly string[]>({
    key: "test",
    decode: (text) => text?.split("\n") ?? [],
    encode: (names) => names.join("\n"),
    storage,
  });

afterEach(() => vi.unstubAllGlobals());

test("keeps its identity until it changes and survives a reload", () => {
  const storage = memoryStorage();
  const kept = lines(storage);
  expect(kept.read()).toEqual([]);
  expect(kept.read()).toBe(kept.read());
  kept.write(["a", "b"]);
  expect(lines(storage).read()).toEqual(["a", "b"]);
  kept.write(undefined);
  expect(kept.read()).toEqual([]);
  expect(storage.getItem("test")).toBeNull();
});

test("applies in this window when the storage fails", () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const kept = lines(full);
  kept.write(["a"]);
  expect(kept.read()).toEqual(["a"]);
});

test("notifies of changes here and in other windows", () => {
  const window = new EventTarget();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  const storage = memoryStorage();
  const kept = lines(storage);
  let told = 0;
  const end = kept.subscribe(() => told++);
  kept.write(["a"]);
  expect(told).toBe(1);
  const elsewhere = (key: string | null) => window.dispatchEvent(Object.assign(new Event("storage"), { key }));
  elsewhere("other");
  expect(told).toBe(1);
  storage.setItem("test", "b");
  elsewhere("test");
  elsewhere(null);
  expect(told).toBe(3);
  expect(kept.read()).toEqual(["b"]);
  end();
  elsewhere("test");
  expect(told).toBe(3);
});
