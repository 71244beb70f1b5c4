import { OptionError } from "./optionError.ts";
import { readTextFile, unreadableText } from "./readTextFile.ts";

/** Reads a file that a flag names. @throws OptionError */
export async function readOptionFile(flag: string, path: string): Promise<string> {
  try {
    return await readTextFile(path);
  } catch (error) {
    throw new OptionError(`${flag}: cannot read ${path}: ${unreadableText(error)}`);
  }
}
