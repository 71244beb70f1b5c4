import i18next, { type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { settings } from "../localSettings/store.ts";
import { holeText } from "../ui/numbers.ts";
import { en, type Texts } from "./en.ts";

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

/**
 * Texts of a language other than English are loaded when a user chooses that language, those of the text editor with them: it
 * takes them when it is loaded itself, which is later.
 */
async function textsOf(code: string): Promise<Texts> {
  if (code !== "de") return en;
  const [{ de }] = await Promise.all([import("./de.ts"), import("monaco-editor/esm/nls.messages.de.js")]);
  mendWords((globalThis as { _VSCODE_NLS_MESSAGES?: (string | null)[] })._VSCODE_NLS_MESSAGES ?? []);
  return de;
}

/** The editor's own German takes the lines of a text for lines that are drawn. */
function mendWords(messages: (string | null)[]): void {
  for (const [i, message] of messages.entries()) {
    if (message === "{0} ausgeblendete Linien") messages[i] = "{0} ausgeblendete Zeilen";
  }
}

/** Fills the holes of texts. */
const counts: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language, hole) => holeText(hole?.["interpolationkey"] ?? "", value, language) as string,
};

/** Starts translation. Resolves when the texts of the chosen language are there, which is to be before the first paint. */
export async function setupLanguage(): Promise<void> {
  const lng = chosenLanguage();
  document.documentElement.lang = lng;
  void i18next
    .use(initReactI18next)
    .use(counts)
    .init({
      lng,
      fallbackLng: "en",
      resources: { en: { translation: en }, [lng]: { translation: await textsOf(lng).catch(() => en) } },
      interpolation: { escapeValue: false, alwaysFormat: true },
      initAsync: false,
    });
  settings.subscribe(() => {
    // A language that cannot be loaded leaves the present one.
    void changeTo(chosenLanguage()).catch(() => undefined);
  });
}

async function changeTo(code: string): Promise<void> {
  if (code === i18next.language) return;
  if (!i18next.hasResourceBundle(code, "translation")) {
    i18next.addResourceBundle(code, "translation", await textsOf(code));
  }
  // Another one may have been chosen meanwhile.
  if (code !== chosenLanguage()) return;
  document.documentElement.lang = code;
  await i18next.changeLanguage(code);
}

const chosenLanguage = (): string => chooseLanguage(settings.get("language"), navigator.languages);
