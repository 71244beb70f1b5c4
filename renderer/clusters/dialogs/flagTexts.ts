/** The value of each flag, by its name without dashes; an absent or empty one is not set. */
export type FlagTexts = Readonly<Record<string, string>>;

/** The text for a flag with an empty value. */
const EMPTY = '""';

/** The values of flags of the form `--name=value`. When a flag occurs twice, its values are joined, as for lists. */
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
