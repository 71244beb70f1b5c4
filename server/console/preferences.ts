import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { writePrivateFile } from "../authentication/pkiFiles.ts";
import { makeFolder } from "../storage/makeFolder.ts";

/** What the user chose for one cluster. */
export interface Preference {
  readonly name?: string;
  /** `#rrggbb`. */
  readonly colour?: string;
  /** Requests that would change something are refused. */
  readonly readOnly?: boolean;
}

/** Choices for clusters, kept in a file without secrets. */
export interface Preferences {
  of(id: string): Preference;
  /** Merges a change; an empty name or colour goes back to the default. @throws RangeError with a sentence for the user */
  change(id: string, change: Preference): Promise<void>;
  forget(id: string): Promise<void>;
}

const MAX_NAME = 60;

/** @throws RangeError with a sentence for the user */
export function checkName(name: string): string {
  const trimmed = name.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
  if (trimmed.length > MAX_NAME || /[\u0000-\u001f\u007f]/.test(trimmed)) {
    throw new RangeError(`A name has at most ${MAX_NAME} characters, on one line.`);
  }
  return trimmed;
}

/** A file that cannot be read counts as empty: choices are no reason not to start. */
export async function openPreferences(path: string, onChange: () => void): Promise<Preferences> {
  let all = await read(path);
  const write = async (next: Record<string, Preference>): Promise<void> => {
    makeFolder(dirname(path));
    await writePrivateFile(path, JSON.stringify(next, undefined, 2));
    all = next;
    onChange();
  };
  const of = (id: string): Preference => (Object.hasOwn(all, id) ? (all[id] ?? {}) : {});
  return {
    of,
    async change(id, change) {
      const merged = { ...of(id), ...change };
      if (change.colour !== undefined && change.colour !== "" && !/^#[0-9a-f]{6}$/i.test(change.colour)) {
        throw new RangeError("A colour is written #rrggbb.");
      }
      const name = merged.name === undefined ? "" : checkName(merged.name);
      await write({
        ...all,
        [id]: {
          ...(name === "" ? {} : { name }),
          ...(merged.colour === undefined || merged.colour === "" ? {} : { colour: merged.colour }),
          ...(merged.readOnly === true ? { readOnly: true } : {}),
        },
      });
    },
    async forget(id) {
      if (!Object.hasOwn(all, id)) return;
      const { [id]: _gone, ...rest } = all;
      await write(rest);
    },
  };
}

async function read(path: string): Promise<Record<string, Preference>> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return value !== null && typeof value === "object" ? (value as Record<string, Preference>) : {};
  } catch {
    return {};
  }
}
