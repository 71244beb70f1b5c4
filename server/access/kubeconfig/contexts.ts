import { dirname, resolve } from "node:path";
import { fromYaml } from "../../model/encoding/yaml.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An entry of a list in a kubeconfig, with the folder that its relative paths refer to. */
export interface Entry {
  readonly name: string;
  readonly fields: Fields;
  /** Undefined for pasted text, which has no folder. */
  readonly folder: string | undefined;
  /** The file, or the label of pasted text. */
  readonly source: string;
}

/** A context with its cluster and user; either is undefined when it does not exist. */
export interface Context {
  readonly name: string;
  readonly source: string;
  readonly namespace: string;
  readonly clusterName: string;
  readonly userName: string;
  readonly cluster: Entry | undefined;
  readonly user: Entry | undefined;
}

/** A kubeconfig's text and its origin. */
export interface KubeconfigText {
  readonly text: string;
  readonly path?: string;
  /** Label, for messages, of a text that does not come from a file. */
  readonly label?: string;
}

/** Thrown for a text that is not a kubeconfig. The message names the source and never quotes the text. */
export class KubeconfigError extends Error {}

/** Maximum size in bytes; larger files are not kubeconfigs, and parsing YAML takes time. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A kubeconfig's fields. @throws KubeconfigError */
export function parseKubeconfig({ text, path, label }: KubeconfigText): Fields {
  const source = path ?? label ?? "the text";
  if (text.length > MAX_BYTES) throw new KubeconfigError(`${source} is too long for a kubeconfig`);
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : fromYaml(text).value;
  } catch {
    // The parser's message would quote the text, which contains credentials.
    throw new KubeconfigError(`${source} is not valid YAML`);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new KubeconfigError(`${source} is no kubeconfig`);
  }
  const fields = value as Fields;
  for (const list of ["clusters", "users", "contexts"]) {
    const found = fields[list];
    if (found !== undefined && found !== null && !Array.isArray(found)) {
      throw new KubeconfigError(`${source}: ${list} is no list`);
    }
  }
  return fields;
}

/**
 * Merges the contexts of several kubeconfigs by the format's rule: of two entries with the same name the first counts,
 * whichever file it is in. The current context is taken from the first file that sets one.
 * @throws KubeconfigError when a text is not a kubeconfig
 */
export function mergeContexts(texts: readonly KubeconfigText[]): {
  contexts: Context[];
  current: string;
  users: ReadonlyMap<string, Entry>;
} {
  const parsed = texts.map((text) => ({ text, fields: parseKubeconfig(text) }));
  const collect = (list: string, member: string): Map<string, Entry> => {
    const found = new Map<string, Entry>();
    for (const { text, fields } of parsed) {
      for (const entry of entriesOf(fields[list], member, text)) {
        if (!found.has(entry.name)) found.set(entry.name, entry);
      }
    }
    return found;
  };
  const clusters = collect("clusters", "cluster");
  const users = collect("users", "user");
  const contexts = [...collect("contexts", "context").values()].map((entry): Context => {
    const clusterName = textOf(entry.fields["cluster"]);
    const userName = textOf(entry.fields["user"]);
    return {
      name: entry.name,
      source: entry.source,
      namespace: textOf(entry.fields["namespace"]),
      clusterName,
      userName,
      cluster: clusters.get(clusterName),
      user: users.get(userName),
    };
  });
  const current = parsed.map(({ fields }) => textOf(fields["current-context"])).find((name) => name !== "") ?? "";
  return { contexts, current, users };
}

function entriesOf(list: unknown, member: string, { path, label }: KubeconfigText): Entry[] {
  if (!Array.isArray(list)) return [];
  return (list as (Fields | null)[]).flatMap((item) => {
    const name = textOf(item?.["name"]);
    const inner = item?.[member];
    if (name === "") return [];
    const fields = inner !== null && typeof inner === "object" && !Array.isArray(inner) ? (inner as Fields) : {};
    const folder = path === undefined ? undefined : dirname(resolve(path));
    return [{ name, fields, folder, source: path ?? label ?? "" }];
  });
}

/** A field's string value; empty when it is absent or has another type. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The strings of a list; other items are dropped. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
