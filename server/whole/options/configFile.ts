import { messageOf } from "../../../shared/text/messageOf.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { readSmallFile } from "../../ground/settings/readSmallFile.ts";
import { fromYaml } from "../../model/encoding/yaml.ts";

/** Maximum size of the file in bytes. */
const LARGEST = 1024 * 1024;

/** The flag that names a file of flags. */
export const CONFIG_FLAG = "config";

/**
 * Prepends the arguments of the file that `--config` names. The file maps names of flags, as on the command line but
 * without the dashes, to their values: a text, number or boolean, a list of them for a flag that may be given several
 * times, or a map for a flag of the form `name=value`. A flag on the command line replaces the same flag of the file.
 *
 * @param known whether there is a flag of that name
 * @throws OptionError that names the file
 */
export function withConfigFile(argv: readonly string[], known: (name: string) => boolean): string[] {
  const path = lastOf(argv, CONFIG_FLAG);
  if (path === undefined) return [...argv];
  const refuse = (message: string): OptionError => new OptionError(`--${CONFIG_FLAG} ${path}: ${message}`);
  const given = new Set(argv.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? []));
  return [
    ...Object.entries(readMap(path, refuse)).flatMap(([name, value]) => {
      if (!known(name) || name === CONFIG_FLAG) throw refuse(`there is no flag ${JSON.stringify(name)}`);
      return given.has(name) ? [] : argumentsOf(name, value, refuse);
    }),
    ...argv,
  ];
}

function lastOf(argv: readonly string[], name: string): string | undefined {
  const at = argv.findLastIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  const word = argv[at];
  if (word === undefined) return undefined;
  const path = word.includes("=") ? word.slice(word.indexOf("=") + 1) : argv[at + 1];
  if (path === undefined || path === "") throw new OptionError(`--${name} needs the path of a file`);
  return path;
}

type Refuse = (message: string) => OptionError;

function readMap(path: string, refuse: Refuse): Readonly<Record<string, unknown>> {
  const { value, duplicates } = parsed(readText(path, refuse), refuse);
  if (duplicates.length > 0) throw refuse(duplicates.join(", "));
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw refuse("the file does not map names of flags to values");
  return value as Record<string, unknown>;
}

function readText(path: string, refuse: Refuse): string {
  let text: string | undefined;
  try {
    text = readSmallFile(path, LARGEST);
  } catch (error) {
    throw refuse(`cannot read the file (${(error as NodeJS.ErrnoException).code ?? messageOf(error)})`);
  }
  if (text === undefined) throw refuse(`the file is larger than ${LARGEST} bytes`);
  return text;
}

function parsed(text: string, refuse: Refuse): ReturnType<typeof fromYaml> {
  try {
    return fromYaml(text);
  } catch (error) {
    throw refuse(messageOf(error));
  }
}

function argumentsOf(name: string, value: unknown, refuse: Refuse): string[] {
  const argument = (each: unknown): string => {
    if (typeof each === "string" || typeof each === "number" || typeof each === "boolean") return `--${name}=${each}`;
    throw refuse(`the value of ${JSON.stringify(name)} is no text, number or boolean, nor a list or map of them`);
  };
  if (Array.isArray(value)) return value.map(argument);
  if (value === null || typeof value !== "object") return [argument(value)];
  return Object.entries(value).map(([key, each]) => {
    argument(each);
    return `--${name}=${key}=${String(each)}`;
  });
}
