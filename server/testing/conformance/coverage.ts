import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import names from "./names.json" with { type: "json" };
import reasons from "./reasons.json" with { type: "json" };

/** A conformance test of the reference, and its counterpart here. */
export interface Covered {
  readonly name: string;
  /** The file of this project's test, relative to this folder; undefined when there is none. */
  readonly file: string | undefined;
  /** Why there is none. */
  readonly reason: string | undefined;
}

const FOLDER = import.meta.dirname;
/** Matches a test whose title is literally in the source: `test("[sig-apps] …"`. */
const TITLE = /\b(?:test|it)\(\s*("\[sig-(?:[^"\\\n]|\\.)*"|'\[sig-(?:[^'\\\n]|\\.)*'|`\[sig-[^`\n]*`)/g;

/** The file of the tests that use a real kubectl, relative to the project's root. */
const WITH_CLIENT = "e2e/clients/kubectlConformance.test.ts";
const ROOT = join(FOLDER, "../../..");

/**
 * Titles of the conformance tests in this folder and of those that use kubectl, with the file of each; a title that
 * occurs twice is listed twice.
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

/** Why certain tests are missing. */
interface Reason {
  readonly message: string;
  readonly tests: readonly string[];
}

/** The reasons for missing tests, by test name. */
export const explained = (): Map<string, string> =>
  new Map(
    (reasons as readonly Reason[]).flatMap(({ message, tests }) => tests.map((name) => [name, message] as const)),
  );

/** All conformance tests by group. */
export async function coverage(): Promise<Map<string, Covered[]>> {
  const files = new Map((await writtenTests()).map(({ title, file }) => [title, file]));
  const message = explained();
  return new Map(
    Object.entries(names.tests).map(([group, tests]) => [
      group,
      tests.map((name) => ({ name, file: files.get(name), reason: message.get(name) })),
    ]),
  );
}
