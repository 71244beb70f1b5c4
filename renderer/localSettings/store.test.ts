import { expect, test } from "vitest";
import { memoryStorage } from "../testing/memoryStorage.ts";
import { createPersisted } from "./persistedValue.ts";
import { SETTING_IDS, SETTINGS } from "./registry.ts";
import { type ChosenSettings, createSettingsStore, validSettings } from "./store.ts";

function fresh() {
  const storage = memoryStorage();
  const kept = createPersisted<ChosenSettings>({
    key: "s",
    decode: (text) => validSettings(JSON.parse(text ?? "{}")),
    encode: (value) => JSON.stringify(value),
    storage,
  });
  return { storage, store: createSettingsStore(kept) };
}

test("every default is a valid value of its setting", () => {
  for (const id of SETTING_IDS) expect(SETTINGS[id].check(SETTINGS[id].default), id).toEqual(SETTINGS[id].default);
});

test("stores only values that differ from the default", () => {
  const { store, storage } = fresh();
  expect(store.get("theme")).toBe("system");
  expect(store.set("theme", "dark")).toBe(true);
  expect(store.set("pageSize", 500)).toBe(true);
  expect(storage.getItem("s")).toBe('{"theme":"dark"}');
  expect([store.get("theme"), store.isChosen("theme"), store.isChosen("pageSize")]).toEqual(["dark", true, false]);
  store.set("theme", undefined);
  expect(storage.getItem("s")).toBeNull();
});

test("rejects invalid values", () => {
  const { store } = fresh();
  expect(store.set("pageSize", 7)).toBe(false);
  expect(store.set("pageSize", 99.5)).toBe(false);
  expect(store.set("fieldManager", " ")).toBe(false);
  expect(store.set("fieldManager", "a\nb")).toBe(false);
  expect(store.set("fieldManager", "x".repeat(129))).toBe(false);
  expect(store.set("fallbackNamespaces", ["Shop"])).toBe(false);
  expect(store.chosen()).toEqual({});
});

test("validates values that another version or program stored", () => {
  const { store, storage } = fresh();
  storage.setItem("s", '{"theme":"pink","density":"comfortable","nothing":1,"__proto__":{"theme":"dark"}}');
  expect(store.chosen()).toEqual({ density: "comfortable" });
});

test("replacing leaves out invalid values", () => {
  const { store } = fresh();
  store.set("theme", "dark");
  store.replace({ language: "de", theme: 3, fallbackNamespaces: ["shop", "shop"] });
  expect(store.chosen()).toEqual({ language: "de", fallbackNamespaces: ["shop"] });
});
