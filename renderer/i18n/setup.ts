import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { settings } from "../localSettings/store.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";

/** Languages of the console, each by its own name. */
export const LANGUAGES = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
] as const;

/** The kept language, else the browser's first that there is a translation for, else English. */
export function chooseLanguage(kept: string, preferred: readonly string[]): string {
  const known = (code: string): boolean => LANGUAGES.some((language) => language.code === code);
  if (known(kept)) return kept;
  return preferred.map((tag) => tag.split("-")[0] ?? "").find(known) ?? "en";
}

/** Starts translation; texts are bundled, so this is done before the first paint. */
export function setupLanguage(): void {
  const lng = chosenLanguage();
  document.documentElement.lang = lng;
  void i18next.use(initReactI18next).init({
    lng,
    fallbackLng: "en",
    resources: { en: { translation: en }, de: { translation: de } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  settings.subscribe(() => {
    const next = chosenLanguage();
    if (next === i18next.language) return;
    document.documentElement.lang = next;
    void i18next.changeLanguage(next);
  });
}

const chosenLanguage = (): string => chooseLanguage(settings.get("language"), navigator.languages);
