import { dirname } from "node:path";
import type { Preference } from "../../../shared/console/clusterSummary.ts";
import { LONG_MEMORY_BOUNDS } from "../../../shared/console/longMemory.ts";
import { DataFolderError } from "../../store/storage/dataFolderError.ts";
import { makeFolder } from "../../store/storage/makeFolder.ts";
import { readIfPresent, writePrivateFile } from "../../store/storage/privateFile.ts";

/** The user's choices for clusters, stored in a file without secrets. */
export interface Preferences {
  of(id: string): Preference;
  /**
   * Merges a change; an empty name, colour, list or proxy resets the choice to its default.
   * @throws RangeError with a sentence for the user
   */
  change(id: string, change: Preference): Promise<void>;
  forget(id: string): Promise<void>;
}

const MAX_NAME = 60;
const MAX_NAMESPACES = 100;
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** @throws RangeError with a sentence for the user */
export function checkName(name: string): string {
  const trimmed = name.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
  if (trimmed.length > MAX_NAME || /[\u0000-\u001f\u007f]/.test(trimmed)) {
    throw new RangeError(`A name has at most ${MAX_NAME} characters, on one line.`);
  }
  return trimmed;
}

function checkNamespaces(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => !LABEL.test(name));
  if (wrong !== undefined) throw new RangeError(`${JSON.stringify(wrong.slice(0, 80))} is no name of a namespace.`);
  if (names.length > MAX_NAMESPACES) throw new RangeError(`At most ${MAX_NAMESPACES} namespaces can be kept.`);
  return [...new Set(names)];
}

function checkProxy(text: string): string {
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol)) {
    throw new RangeError("A proxy is written http://host:port or https://host:port.");
  }
  if (proxy.username !== "" || proxy.password !== "") {
    throw new RangeError("A proxy's name and password belong into the kubeconfig or the environment, not here.");
  }
  return proxy.origin;
}

/** @throws RangeError with a sentence for the user */
function checkWithin(
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
  setting: string,
): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new RangeError(`${setting} must be a whole number from ${min} to ${max}.`);
}

function checkColour(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new RangeError("A colour is written #rrggbb.");
  return colour;
}

/** Validates a preference, and drops choices that are not set. */
function checked(preference: Preference): Preference {
  const { name = "", colour = "", readOnly, namespaces = [], proxy = "", memoryHours, memoryMegabytes } = preference;
  const { hours, megabytes } = LONG_MEMORY_BOUNDS;
  const trimmed = checkName(name);
  return {
    ...(trimmed === "" ? {} : { name: trimmed }),
    ...(colour === "" ? {} : { colour: checkColour(colour) }),
    ...(readOnly === true ? { readOnly } : {}),
    ...(namespaces.length === 0 ? {} : { namespaces: checkNamespaces(namespaces) }),
    ...(proxy.trim() === "" ? {} : { proxy: checkProxy(proxy.trim()) }),
    ...(memoryHours == null ? {} : { memoryHours: checkWithin(memoryHours, hours, "Hours") }),
    ...(memoryMegabytes == null ? {} : { memoryMegabytes: checkWithin(memoryMegabytes, megabytes, "Megabytes") }),
  };
}

/**
 * Opens the file; an absent one contains no choices. A damaged one is not treated as absent, because it records which
 * clusters are read-only.
 * @throws DataFolderError for a damaged file, or the operating system's error
 */
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
      await write({ ...all, [id]: checked({ ...of(id), ...change }) });
    },
    async forget(id) {
      if (!Object.hasOwn(all, id)) return;
      const { [id]: _gone, ...rest } = all;
      await write(rest);
    },
  };
}

async function read(path: string): Promise<Record<string, Preference>> {
  const text = await readIfPresent(path);
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The error is thrown below.
  }
  if (!isRecord(value)) {
    throw new DataFolderError(
      `${path} is damaged: it is no JSON object. Put it back from a copy; without it, no cluster has a name, colour or ` +
        "protection of its own",
    );
  }
  return Object.fromEntries(Object.entries(value).map(([id, one]) => [id, readOne(one)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A user may have edited the file. An invalid choice is treated as absent, and the other choices of its cluster stay.
 */
function readOne(value: unknown): Preference {
  const found: Preference = {};
  for (const [name, choice] of Object.entries(isRecord(value) ? value : {})) {
    try {
      Object.assign(found, checked({ [name]: choice } as Preference));
    } catch {
      // The invalid choice is skipped.
    }
  }
  return found;
}
