import { chooseLanguage, type LanguageCode } from "../../shared/language.ts";
import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";

const TEXTS: Readonly<Record<LanguageCode, Texts>> = { en, de };

/**
 * The shell's texts in the first preferred language that is available, or else in English.
 *
 * @param preferred tags such as `de-AT`
 */
export const textsFor = (preferred: readonly string[]): Texts => TEXTS[chooseLanguage("", preferred)];
