import { readFile } from "node:fs/promises";
import { OptionError } from "./optionError.ts";

/** Reads a file that a flag names. @throws OptionError */
export async function readOptionFile(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new OptionError(`${flag}: cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? "error"}`);
  }
}
