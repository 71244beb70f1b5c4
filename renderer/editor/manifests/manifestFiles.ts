/** Reads files with objects into one text. */

/** Maximum total size of the files in megabytes, larger than any manifest that a user edits. */
export const LIMIT_MB = 5;
export const LIMIT_FILES = 100;

export interface NamedText {
  /** The file's name, without its folder. */
  name: string;
  text: string;
}

export interface ManifestFiles {
  /** The documents of all files in sequence; empty when there are none. */
  text: string;
  /** Number of files in `text`. */
  count: number;
  /** Kubeconfigs, which contain credentials and no objects. */
  kubeconfigs: NamedText[];
  /** Scenarios to play. */
  scenarios: string[];
  /** Names of files that are neither YAML nor JSON. */
  passedOver: string[];
}

/** Why files are rejected; the message is a key under `files`. */
export class FileProblem extends Error {
  readonly problem: "tooLarge" | "tooMany" | "unreadable";

  constructor(problem: FileProblem["problem"]) {
    super(problem);
    this.name = "FileProblem";
    this.problem = problem;
  }
}

const isManifest = ({ name }: Pick<File, "name">): boolean => /\.(ya?ml|json)$/i.test(name);

/** Files without an extension may be kubeconfigs, like the one in the home folder. */
const mayBeKubeconfig = ({ name }: Pick<File, "name">): boolean =>
  !name.includes(".") || /\.(conf|config)$/i.test(name);

/** Whether a text is a kubeconfig: by its kind, and by fields that only kubeconfigs have. */
export function isKubeconfig(text: string): boolean {
  // No pattern may start in one line and match across the following ones: a file of empty lines would be scanned again
  // from every line.
  const isKind =
    /^[ \t]*"?kind"?[ \t]*:[ \t]*["']?Config["']?[ \t]*(,[ \t]*)?\r?$/m.test(text) ||
    /"kind"\s*:\s*"Config"/.test(text);
  return isKind && /(^[ \t]*|[{,]\s*)"?(contexts|clusters)"?[ \t]*:/m.test(text);
}

/** Whether a text is a scenario: it has steps, and is not an object. */
export function isScenarioText(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return /^steps:/m.test(text) && !/^(apiVersion|kind):/m.test(text);
  try {
    const value = JSON.parse(text) as { steps?: unknown; kind?: unknown };
    return Array.isArray(value.steps) && value.kind === undefined;
  } catch {
    return false;
  }
}

/**
 * Reads YAML and JSON files; several files become documents of one text, in order.
 * @throws FileProblem
 */
export async function readManifests(files: readonly Pick<File, "name" | "size" | "text">[]): Promise<ManifestFiles> {
  const taken = files.filter((file) => isManifest(file) || mayBeKubeconfig(file));
  if (taken.length > LIMIT_FILES) throw new FileProblem("tooMany");
  if (taken.reduce((sum, file) => sum + file.size, 0) > LIMIT_MB * 1024 * 1024) throw new FileProblem("tooLarge");
  const read = await Promise.all(
    taken.map(async (file) => ({ file, text: (await file.text()).replace(/^\uFEFF/, "").trimEnd() })),
  ).catch(() => {
    // A folder, or a file that was deleted meanwhile.
    throw new FileProblem("unreadable");
  });
  const kubeconfigs = read.filter(({ text }) => isKubeconfig(text));
  const scenarios = read.filter((one) => isManifest(one.file) && isScenarioText(one.text));
  const apart = new Set([...kubeconfigs, ...scenarios]);
  const manifests = read.filter((one) => isManifest(one.file) && !apart.has(one));
  const known = new Set([...apart, ...manifests].map(({ file }) => file));
  return {
    text: manifests.map(({ text }) => text).join("\n---\n"),
    count: manifests.length,
    kubeconfigs: kubeconfigs.map(({ file: { name }, text }) => ({ name, text })),
    scenarios: scenarios.map(({ text }) => text),
    passedOver: files.filter((file) => !known.has(file)).map(({ name }) => name),
  };
}
