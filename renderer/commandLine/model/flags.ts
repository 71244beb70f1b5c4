/** Flags and arguments of a command, as the reference's client reads them. */

/** A flag that a command knows. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** Whether it takes a value; otherwise it is a switch. */
  readonly takes?: boolean;
}

/** The flags and arguments of a line, without the command's name. */
export interface Input {
  readonly args: readonly string[];
  /** What follows `--`; undefined when nothing does. */
  readonly rest: readonly string[] | undefined;
  /** The last value of a flag; the empty string when it is absent. */
  value(flag: string): string;
  /** All values of a flag, in order; values with commas are several where `split` says so. */
  values(flag: string, split?: boolean): readonly string[];
  /** Whether a switch is on, or a flag was given. */
  has(flag: string): boolean;
}

/** The user typed an invalid command; the message is the whole answer. */
export class UsageError extends Error {}

/**
 * Separates words into flags and arguments. Flags may be anywhere before `--`.
 * @throws UsageError for unknown flags, and flags without their value
 */
export function readInput(words: readonly string[], known: readonly Flag[]): Input {
  const given = new Map<string, string[]>();
  const args: string[] = [];
  const end = words.indexOf("--");
  const before = end < 0 ? words : words.slice(0, end);
  const note = (flag: Flag, value: string): void => {
    given.set(flag.name, [...(given.get(flag.name) ?? []), value]);
  };
  for (let i = 0; i < before.length; i++) {
    const word = before[i] ?? "";
    const valueAfter = (): string => {
      i += 1;
      const value = before[i];
      if (value === undefined) throw new UsageError(`error: flag needs an argument: ${word}`);
      return value;
    };
    if (word.startsWith("--")) {
      const [, name = "", , value] = /^--([^=]*)(=([\s\S]*))?$/.exec(word) ?? [];
      const flag = known.find((each) => each.name === name);
      if (flag === undefined) throw new UsageError(`error: unknown flag: --${name}`);
      note(flag, value ?? (flag.takes === true ? valueAfter() : "true"));
    } else if (word.startsWith("-") && word !== "-") {
      for (let at = 1; at < word.length; at++) {
        const flag = known.find((each) => each.short === word[at]);
        if (flag === undefined) throw new UsageError(`error: unknown shorthand flag: '${word[at]}' in ${word}`);
        if (flag.takes !== true) {
          note(flag, "true");
          continue;
        }
        const attached = word.slice(at + 1).replace(/^=/, "");
        note(flag, attached === "" ? valueAfter() : attached);
        break;
      }
    } else args.push(word);
  }
  return {
    args,
    rest: end < 0 ? undefined : words.slice(end + 1),
    value: (flag) => given.get(flag)?.at(-1) ?? "",
    values: (flag, split = false) => {
      const all = given.get(flag) ?? [];
      return split ? all.flatMap((value) => value.split(",")).filter((value) => value !== "") : all;
    },
    has: (flag) => given.has(flag) && given.get(flag)?.at(-1) !== "false",
  };
}

/** The whole-number value of a flag; undefined when it is absent. @throws UsageError */
export function numberOf(input: Input, flag: string): number | undefined {
  const text = input.value(flag);
  if (text === "") return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new UsageError(`error: invalid argument "${text}" for "--${flag}" flag: not a whole number`);
}
