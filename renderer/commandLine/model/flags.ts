/** Flags and arguments of a command, parsed like the reference's client does. */

/** A flag that a command supports. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** Whether the flag takes a value; otherwise it is a switch. */
  readonly takes?: boolean;
}

/** The flags and arguments of a line, without the command's name. */
export interface Input {
  readonly args: readonly string[];
  /** The words after `--`; undefined when there are none. */
  readonly rest: readonly string[] | undefined;
  /** The last value of a flag; empty when absent. */
  value(flag: string): string;
  /** All values of a flag, in order; with `split`, values are split at commas. */
  values(flag: string, split?: boolean): readonly string[];
  /** Whether a switch is on, or a flag was given. */
  has(flag: string): boolean;
}

/** Thrown for an invalid command; the message is the complete output. */
export class UsageError extends Error {}

/**
 * Splits words into flags and arguments. Flags may be anywhere before `--`.
 * @throws UsageError for unknown flags, and for flags without a required value
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

/** The integer value of a flag; undefined when absent. @throws UsageError */
export function numberOf(input: Input, flag: string): number | undefined {
  const text = input.value(flag);
  if (text === "") return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new UsageError(`error: invalid argument "${text}" for "--${flag}" flag: not a whole number`);
}
