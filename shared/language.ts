/** Codes of the languages that the product speaks. */
export const LANGUAGE_CODES = ["en", "de"] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

/** The cookie in which the page keeps the user's choice for what the host shows without the page. */
export const LANGUAGE_COOKIE = "orrery-language";

/**
 * The chosen language, else the first preferred language that the product speaks, else English.
 *
 * @param kept code of the chosen language; anything else means that the user chose none
 * @param preferred tags such as `de-AT`, the most preferred first
 */
export function chooseLanguage(kept: string, preferred: readonly string[]): LanguageCode {
  const codes = [kept, ...preferred.map((tag) => tag.split("-")[0]?.toLowerCase() ?? "")];
  for (const code of codes) {
    const known = LANGUAGE_CODES.find((each) => each === code);
    if (known !== undefined) return known;
  }
  return "en";
}

/**
 * The tags of an Accept-Language header, the most preferred first (RFC 9110, 12.5.4). Languages with weight 0 are
 * unwanted, so they are left out.
 */
export function preferredLanguages(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((word) => word.trim());
      const weight = parameters.find((word) => word.startsWith("q="));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
