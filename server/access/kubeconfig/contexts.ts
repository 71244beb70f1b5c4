import { dirname, resolve } from "node:path";
import { readFileYaml } from "../../model/encoding/fileYaml.ts";
import { fromYaml, type YamlDocument } from "../../model/encoding/yaml.ts";

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

/** Where a kubeconfig's text came from. */
interface Source {
  readonly path?: string;
  /** Label, for messages, of a text that does not come from a file. */
  readonly label?: string;
}

/** A kubeconfig's text and its source. */
export interface KubeconfigText extends Source {
  readonly text: string;
}

/** Thrown for a text that is not a kubeconfig. The message names the source and never quotes the text. */
export class KubeconfigError extends Error {}

/** A kubeconfig's fields and its source. */
export interface Kubeconfig extends Source {
  readonly fields: Fields;
}

/** Maximum number of characters; a larger file is no kubeconfig, and parsing YAML takes time. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** Reads a kubeconfig; another thread parses a large one. @throws KubeconfigError */
export async function readKubeconfig(given: KubeconfigText): Promise<Kubeconfig> {
  const text = textToParse(given);
  return kubeconfigOf(
    given,
    await readFileYaml(text).catch(() => {
      throw notYaml(given);
    }),
  );
}

/** Reads a kubeconfig at once: for texts that the user is about to write. @throws KubeconfigError */
export function parseKubeconfig(given: KubeconfigText): Kubeconfig {
  const text = textToParse(given);
  let document: YamlDocument;
  try {
    document = fromYaml(text);
  } catch {
    throw notYaml(given);
  }
  return kubeconfigOf(given, document);
}

const sourceOf = ({ path, label }: Source): string => path ?? label ?? "the text";

/** An empty file is an empty configuration. @throws KubeconfigError */
function textToParse(given: KubeconfigText): string {
  if (given.text.length > MAX_LENGTH) throw new KubeconfigError(`${sourceOf(given)} is too long for a kubeconfig`);
  return given.text.trim() === "" ? "{}" : given.text;
}

/** The parser's message would quote the text, which contains credentials. */
const notYaml = (given: KubeconfigText): KubeconfigError => new KubeconfigError(`${sourceOf(given)} is not valid YAML`);

/** @throws KubeconfigError */
function kubeconfigOf(given: KubeconfigText, { value }: YamlDocument): Kubeconfig {
  const source = sourceOf(given);
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
  const { text: _, ...from } = given;
  return { ...from, fields };
}

/**
 * Merges the contexts of several kubeconfigs by the format's rule: of two entries with the same name the first counts,
 * whichever file it is in. The current context is taken from the first file that sets one.
 */
export function mergeContexts(kubeconfigs: readonly Kubeconfig[]): {
  contexts: Context[];
  current: string;
  users: ReadonlyMap<string, Entry>;
} {
  const collect = (list: string, member: string): Map<string, Entry> => {
    const found = new Map<string, Entry>();
    for (const { fields, ...from } of kubeconfigs) {
      for (const entry of entriesOf(fields[list], member, from)) {
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
  const current = kubeconfigs.map(({ fields }) => textOf(fields["current-context"])).find((name) => name !== "") ?? "";
  return { contexts, current, users };
}

function entriesOf(list: unknown, member: string, { path, label }: Source): Entry[] {
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
