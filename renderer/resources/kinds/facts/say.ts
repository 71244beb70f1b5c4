import { phrases } from "../../../i18n/en/fields.ts";

/** A part of a value in the language of the page. @param given the values to fill in */
export type Say = (phrase: keyof typeof phrases, given?: Readonly<Record<string, string>>) => string;

/** The phrases in English. */
export const inEnglish: Say = (phrase, given = {}) =>
  phrases[phrase].replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => given[name] ?? "");
