import type { Page } from "playwright-core";

/** Texts by key, in groups. */
interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** All texts of a page in sight, with those that are read out or shown on hovering. What the server says is left out. */
export function findTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Names of kinds and columns, objects and code come from the server, in its language.
    const served = "code, pre, .monaco-editor, [lang], [data-testid=table-row], [role=columnheader]";
    const kinds = new Set(["User", "Group", "ServiceAccount"]);
    for (const link of document.querySelectorAll(".sideGroup a")) kinds.add(link.textContent);
    const isServed = (element: Element | null): boolean => {
      const one = element?.closest(served);
      return one !== null && one !== undefined && one !== document.documentElement;
    };
    const texts = new Set<string>();
    const add = (text: string | null): void => {
      const trimmed = text?.replace(/\s+/g, " ").trim() ?? "";
      if (trimmed !== "" && !kinds.has(trimmed)) texts.add(trimmed);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element === null || isServed(element) || !element.checkVisibility()) continue;
      if (node instanceof Text) add(node.textContent);
      else for (const name of ["aria-label", "placeholder", "title", "alt"]) add(element.getAttribute(name));
    }
    return [...texts];
  });
}

/**
 * Those of the texts that are in the source language although there is a translation, and keys that stand for a text that
 * is missing. A text that some entry of the translation has as well cannot be told apart.
 */
export function leftOver(texts: readonly string[], source: Catalogue, translation: Catalogue): string[] {
  const entries = flatten(source);
  const translated = [...flatten(translation).values()].map(patternOf);
  const untranslated = [...entries.values()].filter(isTelling).map(patternOf);
  return texts.filter(
    (text) =>
      entries.has(text) ||
      (untranslated.some((pattern) => pattern.test(text)) && !translated.some((pattern) => pattern.test(text))),
  );
}

/** Whether a text has enough of its own to be recognised between what is filled in. */
const isTelling = (text: string): boolean => /\p{L}{3}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ""));

/** Matches the text with anything filled in. Tags of rich texts are left out, as their parts are texts of their own. */
function patternOf(text: string): RegExp {
  const parts = text
    .replaceAll(/<\/?\w+\/?>/g, "")
    .split(/\{\{.*?\}\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\s+/g, " "));
  return new RegExp(`^${parts.join(".+")}$`, "u");
}

function flatten(catalogue: Catalogue, path = ""): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === "string" ? [[`${path}${key}`, value] as const] : [...flatten(value, `${path}${key}.`)],
    ),
  );
}
