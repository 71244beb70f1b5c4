/** The value of each flag, by its name without dashes; one that is absent or empty is not given. */
export type FlagTexts = Readonly<Record<string, string>>;

/** How a value is written that is there, and empty. */
const EMPTY = '""';

/** What flags of the form `--name=value` say. Of one that is given twice, both count for lists: they are joined. */
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

/** The flags that texts amount to, in the order of the names. */
export const flagsOf = (texts: FlagTexts, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const text = texts[name]?.trim() ?? "";
    return text === "" ? [] : [`--${name}=${text === EMPTY ? "" : text}`];
  });
