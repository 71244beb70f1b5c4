import { parseAllDocuments, stringify } from "yaml";
import { badRequest } from "../../shared/status.ts";
import { refuseDeepYaml } from "./nesting.ts";

/** Objects as the reference writes YAML: keys sorted, two spaces, no line folding. */
export function toYaml(value: unknown): string {
  return stringify(value, { sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false });
}

/** A decoded document, and the keys that appeared twice (as `line N: key "x" already set in map`). */
export interface YamlDocument {
  readonly value: unknown;
  readonly duplicates: readonly string[];
}

/** At most this many aliases are followed: more is an attempt to blow up memory. */
const MAX_ALIASES = 100;

/**
 * Decodes the first YAML document of a body. The last of several equal keys wins.
 * @throws YamlSyntaxError on malformed YAML, ApiError 400 on too many aliases
 */
export function fromYaml(text: string): YamlDocument {
  refuseDeepYaml(text);
  const [document] = parseAllDocuments(text, { version: "1.1", merge: true });
  if (document === undefined || !("contents" in document)) return { value: null, duplicates: [] };
  const duplicates: string[] = [];
  for (const problem of document.errors) {
    if (problem.code !== "DUPLICATE_KEY") throw new YamlSyntaxError(describe(problem));
    const [line = 0, key = ""] = [problem.linePos?.[0].line, keyAt(text, problem.pos[0])];
    duplicates.push(`line ${line}: key ${JSON.stringify(key)} already set in map`);
  }
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown, duplicates };
  } catch {
    throw badRequest("error converting YAML to JSON: yaml: document contains excessive aliasing");
  }
}

/** Malformed YAML; the message starts with `yaml: `. */
export class YamlSyntaxError extends Error {
  override readonly name = "YamlSyntaxError";
}

/** The scalar that starts at an offset, as far as it matters for a message. */
function keyAt(text: string, offset: number): string {
  const rest = text.slice(offset);
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(rest);
  if (quoted !== null) return quoted[1] ?? (quoted[2] ?? "").replaceAll("''", "'");
  return (/^[^:\n]*/.exec(rest)?.[0] ?? "").trimEnd();
}

function describe(problem: {
  readonly message: string;
  readonly linePos?: readonly { line: number }[] | undefined;
}): string {
  const [first = ""] = problem.message.split("\n");
  const what = first.replace(/ at line \d+, column \d+:?$/, "");
  return `yaml: line ${problem.linePos?.[0]?.line ?? 1}: ${what}`;
}
