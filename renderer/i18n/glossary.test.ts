import { describe, expect, it } from "vitest";
import { allContent } from "../../shared/content/allContent.ts";
import { glossary } from "../../shared/glossary.ts";
import { allLessons } from "../../shared/lessons/allLessons.ts";
import { allScenarios } from "../../shared/scenarios/allScenarios.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";

/** All texts in a value, each with its path. */
function texts(value: unknown, path = ""): [place: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

/** Bilingual texts in lessons and similar data have the form `{ en, de }`. Names, paths and bodies are not texts. */
function sideBySide(value: unknown, language: "en" | "de", path = ""): [place: string, text: string][] {
  if (typeof value !== "object" || value === null) return [];
  const own = (value as Record<string, unknown>)[language];
  if (typeof own === "string") return [[path, own]];
  return Object.entries(value).flatMap(([key, inner]) => sideBySide(inner, language, `${path}.${key}`));
}

const vocabulary = createVocabulary();
const shared = {
  lessons: allLessons(vocabulary),
  scenarios: allScenarios(vocabulary),
  content: allContent(vocabulary),
};
// Search words of settings are exempt, because they are whatever users may type.
const written = (all: readonly [string, string][]) => all.filter(([place]) => !place.endsWith(".words"));
const all = {
  en: written([...texts(en), ...sideBySide(shared, "en")]),
  de: written([...texts(de), ...sideBySide(shared, "de")]),
};

describe("Product texts", () => {
  it.each(glossary)("call it $en and $de: $about", ({ notEn, notDe }) => {
    const wrong = (found: readonly [string, string][], word: RegExp | undefined) =>
      word === undefined ? [] : found.filter(([, text]) => word.test(text));
    expect([...wrong(all.en, notEn), ...wrong(all.de, notDe)]).toEqual([]);
  });

  it("are numerous enough for a meaningful glossary check", () => {
    expect(all.en.length).toBeGreaterThan(1_500);
    expect(all.de.length).toBe(all.en.length);
  });

  it("glossary patterns never forbid the term itself", () => {
    for (const { en: term, de: german, notEn, notDe } of glossary) {
      expect(notEn?.test(term) ?? false, term).toBe(false);
      expect(notDe?.test(german) ?? false, german).toBe(false);
    }
  });
});
