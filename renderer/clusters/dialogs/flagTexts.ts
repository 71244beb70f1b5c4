/** The value of each flag, by its name without dashes; flags with an absent or empty value are not set. */
export type FlagTexts = Readonly<Record<string, string>>;

/** The text that means an empty flag value. */
const EMPTY = '""';

/** Parses flags of the form `--name=value`. The values of a repeated flag are joined, as for lists. */
export function textsOf(flags: readonly string[]): FlagTexts {
  const texts: Record<string, string> = {};
  for (const flag of flags) {
    const [, name = "", value = ""] = /^--([^=]+)=(.*)$/s.exec(flag) ?? [];
    if (name === "") continue;
    const text = value === "" ? EMPTY : value;
    texts[name] = texts[name] === undefined ? text : `${texts[name]},${text}`;
  }
  return texts;
}

/** The flags for the texts, in the order of the names. */
export const flagsOf = (texts: FlagTexts, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const text = texts[name]?.trim() ?? "";
    return text === "" ? [] : [`--${name}=${text === EMPTY ? "" : text}`];
  });
