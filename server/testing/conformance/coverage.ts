import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import names from "./names.json" with { type: "json" };
import reasons from "./reasons.json" with { type: "json" };

/** A conformance test of the reference, and where it stands here. */
export interface Covered {
  readonly name: string;
  /** The file of our test, from this folder; undefined when there is none. */
  readonly file: string | undefined;
  /** Why there is none. */
  readonly reason: string | undefined;
}

const FOLDER = import.meta.dirname;
/** A test whose title stands in the source as it is: `test("[sig-apps] …"`. */
const TITLE = /\b(?:test|it)\(\s*("\[sig-(?:[^"\\\n]|\\.)*"|'\[sig-(?:[^'\\\n]|\\.)*'|`\[sig-[^`\n]*`)/g;

/** Those that drive a real kubectl, from the root of the project. */
const WITH_CLIENT = "e2e/kubectlConformance.test.ts";
const ROOT = join(FOLDER, "../../..");

/**
 * Titles of the conformance tests in this folder and of those that drive kubectl, with the file of each; twice when a title
 * stands twice.
 */
export async function writtenTests(): Promise<{ readonly title: string; readonly file: string }[]> {
  const entries = await readdir(FOLDER, { recursive: true });
  const own = entries.filter((name) => name.endsWith(".test.ts")).sort();
  const places = [
    ...own.map((file) => [file, join(FOLDER, file)] as const),
    [WITH_CLIENT, join(ROOT, WITH_CLIENT)] as const,
  ];
  const found = places.map(async ([file, path]) => {
    const source = await readFile(path, "utf8");
    return [...source.matchAll(TITLE)].map(([, literal = ""]) => ({
      title: literal.slice(1, -1).replaceAll(/\\(.)/g, "$1"),
      file: file.replaceAll("\\", "/"),
    }));
  });
  return (await Promise.all(found)).flat();
}

/** Why some tests are not here. */
interface Reason {
  readonly why: string;
  readonly tests: readonly string[];
}

/** Why tests are not here, by their names. */
export const explained = (): Map<string, string> =>
  new Map((reasons as readonly Reason[]).flatMap(({ why, tests }) => tests.map((name) => [name, why] as const)));

/** Every conformance test by its group. */
export async function coverage(): Promise<Map<string, Covered[]>> {
  const files = new Map((await writtenTests()).map(({ title, file }) => [title, file]));
  const why = explained();
  return new Map(
    Object.entries(names.tests).map(([group, tests]) => [
      group,
      tests.map((name) => ({ name, file: files.get(name), reason: why.get(name) })),
    ]),
  );
}
