import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Preference } from "../../shared/console/clusterSummary.ts";
import { writePrivateFile } from "../authentication/pkiFiles.ts";
import { makeFolder } from "../storage/makeFolder.ts";

/** Choices for clusters, kept in a file without secrets. */
export interface Preferences {
  of(id: string): Preference;
  /** Merges a change; an empty name, colour, list or proxy goes back to the default. @throws RangeError with a sentence for the user */
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

function checkColour(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new RangeError("A colour is written #rrggbb.");
  return colour;
}

/** What is worth keeping of a preference, checked. */
function checked({ name = "", colour = "", readOnly, namespaces = [], proxy = "" }: Preference): Preference {
  const trimmed = checkName(name);
  return {
    ...(trimmed === "" ? {} : { name: trimmed }),
    ...(colour === "" ? {} : { colour: checkColour(colour) }),
    ...(readOnly === true ? { readOnly } : {}),
    ...(namespaces.length === 0 ? {} : { namespaces: checkNamespaces(namespaces) }),
    ...(proxy.trim() === "" ? {} : { proxy: checkProxy(proxy.trim()) }),
  };
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
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    if (value === null || typeof value !== "object") return {};
    return Object.fromEntries(Object.entries(value).map(([id, one]) => [id, readOne(one as Preference)]));
  } catch {
    return {};
  }
}

/** Somebody may have edited the file: a preference that would not be taken is none. */
function readOne(preference: Preference): Preference {
  try {
    return checked(preference);
  } catch {
    return {};
  }
}
