import { expect, test } from "vitest";
import { chooseLanguage, preferredLanguages } from "./language.ts";

test("prefers the chosen language, then the first preferred one that is known, then English", () => {
  expect(chooseLanguage("de", ["en"])).toBe("de");
  expect(chooseLanguage("xx", ["fr-FR", "de-AT", "en-US"])).toBe("de");
  expect(chooseLanguage("system", ["DE"])).toBe("de");
  expect(chooseLanguage("system", ["en-GB", "de"])).toBe("en");
  expect(chooseLanguage("system", ["constructor", "fr"])).toBe("en");
  expect(chooseLanguage("", [])).toBe("en");
});

test.each([
  ["de-DE,de;q=0.9,en;q=0.8", ["de-DE", "de", "en"]],
  ["en;q=0.5, de", ["de", "en"]],
  ["de;q=0, en;q=0.1", ["en"]],
  ["de;q=x", []],
  ["", []],
])("reads the preferred languages from %j", (header, tags) => {
  expect(preferredLanguages(header)).toEqual(tags);
});
