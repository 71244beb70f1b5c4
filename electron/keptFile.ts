import { readFileSync, writeFileSync } from "node:fs";

/** What was kept, whatever it is; undefined when there is nothing readable. */
export function readKept(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Keeps a value. A folder that cannot be written costs the memory, nothing else. */
export function writeKept(file: string, value: object): void {
  try {
    writeFileSync(file, JSON.stringify(value));
  } catch {
    // Only a convenience.
  }
}
