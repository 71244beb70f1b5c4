import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";

const LANGUAGES: Readonly<Record<string, Texts>> = { en, de };

/**
 * The shell's texts in the first preferred language that is available, or else in English.
 *
 * @param preferred tags such as `de-AT`
 */
export function textsFor(preferred: readonly string[]): Texts {
  const codes = preferred.map((tag) => tag.split("-")[0]?.toLowerCase() ?? "");
  return LANGUAGES[codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en"] ?? en;
}
