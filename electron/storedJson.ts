import { readFileSync, writeFileSync } from "node:fs";

/** Reads the JSON value of a file, unchecked; undefined when the file is missing or unreadable. */
export function readStoredJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Writes a value as JSON. When the folder is not writable, the value is lost and nothing else fails. */
export function writeStoredJson(file: string, value: object): void {
  try {
    writeFileSync(file, JSON.stringify(value));
  } catch {
    // The file is only a convenience.
  }
}
