import { choiceOf, namesOf, numberOf, type Setting, switchOf, textOf } from "./settingKinds.ts";

/**
 * Every setting that is stored on this machine. Its texts are `settings.<id>` in each language: title, description, and
 * further search words. The console host stores the settings of single clusters (name, colour, read-only, namespaces,
 * proxy): see `changeCluster`.
 */
export const SETTINGS = {
  theme: choiceOf("appearance", ["system", "light", "dark"]),
  density: choiceOf("appearance", ["compact", "comfortable"]),
  language: choiceOf("appearance", ["system", "en", "de"]),
  fallbackNamespaces: namesOf("lists", 50),
  pageSize: numberOf("lists", 50, 5_000, 500),
  sidebarCounts: switchOf("lists", true),
  ageFormat: choiceOf("lists", ["relative", "time", "both"]),
  fieldManager: textOf("editor", 128, "orrery-console"),
  editorFontSize: numberOf("editor", 10, 28, 13),
  confirmRequests: choiceOf("editor", ["show", "type"]),
  notifyFailedWatches: switchOf("notifications", true),
} as const satisfies Record<string, Setting>;

export type SettingId = keyof typeof SETTINGS;
/** The type of a setting's value. */
export type SettingValue<I extends SettingId> = NonNullable<ReturnType<(typeof SETTINGS)[I]["check"]>>;

export const SETTING_IDS = Object.keys(SETTINGS) as readonly SettingId[];

export const isSettingId = (id: string): id is SettingId => Object.hasOwn(SETTINGS, id);
