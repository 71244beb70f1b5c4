import type { Page } from "playwright-core";

/** Texts by key, in groups. */
interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** All visible texts of a page, its tooltips, and its texts for screen readers. Leaves out texts of the server. */
export function findTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Names of kinds and columns, objects and code come from the server, which speaks English.
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
 * The texts that are in the source language although there is a translation, and the keys of missing texts. Cannot
 * detect a text that some entry of the translation contains as well.
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

/** Whether a text has enough letters besides its placeholders to be recognised. */
const isTelling = (text: string): boolean => /\p{L}{3}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ""));

/**
 * Matches the text with any values in its placeholders. Leaves out the tags of rich texts, whose parts are separate
 * texts on the page.
 */
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
