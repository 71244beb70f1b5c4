import { useCallback, useSyncExternalStore } from "react";
import { createPersisted, type PersistedValue } from "./persistedValue.ts";
import { isSettingId, SETTINGS, type SettingId, type SettingValue } from "./registry.ts";

/** Settings that differ from their defaults, by id. */
export type ChosenSettings = { readonly [I in SettingId]?: SettingValue<I> };

/** The only place where settings are read and changed. */
export interface SettingsStore {
  get<I extends SettingId>(id: I): SettingValue<I>;
  /** Stores a value; undefined restores the default. @returns false for an invalid value, which changes nothing */
  set<I extends SettingId>(id: I, value: SettingValue<I> | undefined): boolean;
  isChosen(id: SettingId): boolean;
  /** The values that differ from the defaults. */
  chosen(): ChosenSettings;
  /** Replaces all chosen values; ignores invalid ones. */
  replace(chosen: Readonly<Record<string, unknown>>): void;
  subscribe(listener: () => void): () => void;
}

/** The valid values that differ from their defaults. */
export function validSettings(values: Readonly<Record<string, unknown>>): ChosenSettings {
  const entries = Object.entries(values).flatMap(([id, value]): [string, unknown][] => {
    if (!isSettingId(id)) return [];
    const checked = SETTINGS[id].check(value);
    const isDefault = JSON.stringify(checked) === JSON.stringify(SETTINGS[id].default);
    return checked === undefined || isDefault ? [] : [[id, checked]];
  });
  return Object.fromEntries(entries) as ChosenSettings;
}

function decode(text: string | undefined): ChosenSettings {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return value !== null && typeof value === "object" ? validSettings(value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** @param kept default: in the browser's storage */
export function createSettingsStore(
  kept: PersistedValue<ChosenSettings> = createPersisted({
    key: "orrery.settings",
    decode,
    encode: (value) => JSON.stringify(value),
  }),
): SettingsStore {
  const write = (values: Readonly<Record<string, unknown>>): void => {
    const valid = validSettings(values);
    kept.write(Object.keys(valid).length === 0 ? undefined : valid);
  };
  return {
    get: <I extends SettingId>(id: I) => (kept.read()[id] ?? SETTINGS[id].default) as SettingValue<I>,
    set(id, value) {
      if (value !== undefined && SETTINGS[id].check(value) === undefined) return false;
      write({ ...kept.read(), [id]: value });
      return true;
    },
    isChosen: (id) => kept.read()[id] !== undefined,
    chosen: () => kept.read(),
    replace: write,
    subscribe: kept.subscribe,
  };
}

/** The settings of this machine. */
export const settings = createSettingsStore();

/** A setting and its setter, synchronised with other windows. */
export function useSetting<I extends SettingId>(
  id: I,
): [SettingValue<I>, (value: SettingValue<I> | undefined) => boolean] {
  const value = useSyncExternalStore(settings.subscribe, () => settings.get(id));
  return [value, useCallback((next) => settings.set(id, next), [id])];
}

/** All chosen values. */
export const useChosenSettings = (): ChosenSettings => useSyncExternalStore(settings.subscribe, settings.chosen);
