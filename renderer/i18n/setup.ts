import i18next, { type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { chooseLanguage, LANGUAGE_CODES, LANGUAGE_COOKIE, type LanguageCode } from "../../shared/language.ts";
import { settings } from "../localSettings/store.ts";
import { interpolatedValue } from "../ui/numbers.ts";
import { en, type Texts } from "./en.ts";

const NAMES: Readonly<Record<LanguageCode, string>> = { en: "English", de: "Deutsch" };

/** Languages of the console, each with its own name for itself. */
export const LANGUAGES = LANGUAGE_CODES.map((code) => ({ code, name: NAMES[code] }));

/** Seconds for which the host knows the language that the user has chosen. */
const COOKIE_AGE = 365 * 24 * 3600;

/**
 * Loads the texts of a language other than English when the user chooses it, including those of the text editor. The
 * editor reads its texts when it is loaded itself, which happens later.
 */
async function textsOf(code: string): Promise<Texts> {
  if (code !== "de") return en;
  const [{ de }] = await Promise.all([import("./de.ts"), import("monaco-editor/esm/nls.messages.de.js")]);
  mendWords((globalThis as { _VSCODE_NLS_MESSAGES?: (string | null)[] })._VSCODE_NLS_MESSAGES ?? []);
  return de;
}

/** Corrects the editor's German translation, which translates lines of text as drawn lines. */
function mendWords(messages: (string | null)[]): void {
  for (const [i, message] of messages.entries()) {
    if (message === "{0} ausgeblendete Linien") messages[i] = "{0} ausgeblendete Zeilen";
  }
}

/** Formats the values of placeholders. */
const counts: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language, hole) =>
    interpolatedValue(hole?.["interpolationkey"] ?? "", value, language) as string,
};

/**
 * Starts translation. Resolves when the texts of the chosen language are loaded, which must be before the first paint.
 */
export async function setupLanguage(): Promise<void> {
  const lng = chosenLanguage();
  document.documentElement.lang = lng;
  tellHost();
  void i18next
    .use(initReactI18next)
    .use(counts)
    .init({
      lng,
      fallbackLng: "en",
      resources: { en: { translation: en }, [lng]: { translation: await textsOf(lng).catch(() => en) } },
      interpolation: { escapeValue: false, alwaysFormat: true },
      initAsync: false,
      saveMissing: true,
      // The browser tests fail on it. Where the caller has a text of its own, none is missing.
      missingKeyHandler: (_languages, _namespace, key, fallback) => {
        if (key === fallback || key.startsWith(`${fallback}_`)) console.error(`No text: ${key}`);
      },
    });
  settings.subscribe(() => {
    tellHost();
    // If a language cannot be loaded, the current one stays.
    void changeTo(chosenLanguage()).catch(() => undefined);
  });
}

async function changeTo(code: string): Promise<void> {
  if (code === i18next.language) return;
  if (!i18next.hasResourceBundle(code, "translation")) {
    i18next.addResourceBundle(code, "translation", await textsOf(code));
  }
  // The user may have chosen another language meanwhile.
  if (code !== chosenLanguage()) return;
  document.documentElement.lang = code;
  await i18next.changeLanguage(code);
}

/** Tells the host the chosen language, for the page that it shows when the session has ended. */
function tellHost(): void {
  const kept = settings.get("language");
  const age = kept === "system" ? 0 : COOKIE_AGE;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
  document.cookie = `${LANGUAGE_COOKIE}=${kept}; Path=/; SameSite=Lax; Max-Age=${age}`;
}

const chosenLanguage = (): string => chooseLanguage(settings.get("language"), navigator.languages);
