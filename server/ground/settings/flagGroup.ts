import { type Command, Option } from "commander";
import type { Flag, FlagGroup } from "./flag.ts";

/** The flags given on the command line, by name. */
export type GivenFlags = ReadonlyMap<string, readonly string[]>;

/** Adds the flags of a group to a command, which collects their values in `given`. */
export function declareFlags<T>(command: Command, group: FlagGroup<T>, given: Map<string, string[]>): void {
  for (const flag of Object.values<Flag<unknown>>(group)) {
    const { name, argument, about, shownDefault, alone } = flag;
    const note = shownDefault === "" ? about : `${about} (default: ${shownDefault})`;
    const option = new Option(`--${name} ${argument}`, note).argParser((text: string) => {
      const texts = given.get(name);
      if (texts === undefined) given.set(name, [text]);
      else texts.push(text);
      return text;
    });
    command.addOption(alone === undefined ? option : option.preset(alone));
  }
}

/** The settings of a group. @throws OptionError */
export function readFlags<T>(group: FlagGroup<T>, given: GivenFlags): T {
  return mapGroup(group, (flag) => {
    const texts = given.get(flag.name);
    return texts === undefined ? flag.default : flag.read(texts);
  });
}

/** The value of each flag of a group as text: as given, or else the default. */
export const flagTexts = <T>(group: FlagGroup<T>, given: GivenFlags = new Map()): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values<Flag<unknown>>(group).map(({ name, shownDefault }) => [
      name,
      given.get(name)?.join(",") ?? shownDefault,
    ]),
  );

/** The settings of a group when no flag is given. */
export const defaultsOf = <T>(group: FlagGroup<T>): T => mapGroup(group, (flag) => flag.default);

function mapGroup<T>(group: FlagGroup<T>, value: (flag: Flag<unknown>) => unknown): T {
  const entries = Object.entries<Flag<unknown>>(group).map(([key, flag]) => [key, value(flag)]);
  return Object.fromEntries(entries) as T;
}
