/** The kinds of settings, each with its control and its valid values. */

interface Common<T> {
  readonly section: SectionId;
  readonly default: T;
  /** Returns the value if it is valid, else undefined. */
  readonly check: (value: unknown) => T | undefined;
}

export interface ChoiceSetting<T extends string = string> extends Common<T> {
  readonly kind: "choice";
  readonly options: readonly T[];
}
export interface SwitchSetting extends Common<boolean> {
  readonly kind: "switch";
}
export interface NumberSetting extends Common<number> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
}
export interface TextSetting extends Common<string> {
  readonly kind: "text";
  readonly maxLength: number;
}
/** A list of names, each a DNS label. */
export interface NamesSetting extends Common<readonly string[]> {
  readonly kind: "names";
  readonly most: number;
}
export type Setting = ChoiceSetting | SwitchSetting | NumberSetting | TextSetting | NamesSetting;

/**
 * The sections of the settings page, in order. Some sections, such as clusters and keys, have no settings in this
 * registry.
 */
export const SECTIONS = [
  "appearance",
  "lists",
  "editor",
  "clusters",
  "keyboard",
  "notifications",
  "privacy",
  "transfer",
] as const;
export type SectionId = (typeof SECTIONS)[number];

export function choiceOf<const T extends string>(section: SectionId, options: readonly [T, ...T[]]): ChoiceSetting<T> {
  const check = (value: unknown): T | undefined => options.find((option) => option === value);
  return { kind: "choice", section, options, default: options[0], check };
}

export function switchOf(section: SectionId, byDefault: boolean): SwitchSetting {
  const check = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);
  return { kind: "switch", section, default: byDefault, check };
}

/** An integer within inclusive bounds. */
export function numberOf(section: SectionId, min: number, max: number, byDefault: number): NumberSetting {
  const check = (value: unknown): number | undefined =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  return { kind: "number", section, min, max, default: byDefault, check };
}

/** A non-empty line of printable characters. */
export function textOf(section: SectionId, maxLength: number, byDefault: string): TextSetting {
  const check = (value: unknown): string | undefined => {
    const text = typeof value === "string" ? value.trim() : "";
    return text !== "" && text.length <= maxLength && /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text) ? text : undefined;
  };
  return { kind: "text", section, maxLength, default: byDefault, check };
}

const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** The names in a text, separated by commas or white space. */
export const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((name) => name !== ""))];

export function namesOf(section: SectionId, most: number): NamesSetting {
  const check = (value: unknown): readonly string[] | undefined => {
    if (!Array.isArray(value) || value.length > most) return undefined;
    return value.every((name) => typeof name === "string" && LABEL.test(name)) ? [...new Set(value)] : undefined;
  };
  return { kind: "names", section, most, default: [], check };
}
