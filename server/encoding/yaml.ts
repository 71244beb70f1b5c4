import { type Document, isCollection, parseAllDocuments, type SchemaOptions, stringify, type Tags, visit } from "yaml";
import { readNumber, readNumberText } from "../../shared/json/jsonNumber.ts";
import { hasLongDigits } from "../../shared/json/parseJson.ts";
import { refuseDeepYaml } from "./nesting.ts";
import { describeYamlError } from "./yamlSyntax/describeYamlError.ts";

type Tag = Exclude<Tags[number], string>;

/**
 * YAML 1.1 as the reference reads it: times and numbers of base 60 are texts, and binary values are the texts they encode.
 */
const SCHEMA: SchemaOptions & { readonly version: "1.1" } = {
  version: "1.1",
  merge: true,
  customTags: (tags) =>
    tags
      .filter((tag): tag is Tag => typeof tag !== "string")
      .filter(({ format, tag }: Tag & { format?: string }) => format !== "TIME" && !tag.endsWith(":timestamp"))
      .map((tag) => (tag.tag.endsWith(":binary") ? BINARY : tag)),
};

const BINARY: Tag = {
  tag: "tag:yaml.org,2002:binary",
  resolve: (text: string) => Buffer.from(text, "base64").toString("utf8"),
};

/** Objects as the reference writes YAML: keys sorted, two spaces, no line folding; texts quoted that YAML 1.1 reads otherwise. */
export function toYaml(value: unknown): string {
  return stringify(value, { version: "1.1", sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false });
}

/** A decoded document, and the keys that appeared twice (as `line N: key "x" already set in map`). */
export interface YamlDocument {
  readonly value: unknown;
  readonly duplicates: readonly string[];
}

/** At most this many aliases are followed: more is an attempt to blow up memory. */
const MAX_ALIASES = 100;

/**
 * Decodes the first YAML document of a body. The last of several equal keys wins. Integers are not rounded.
 * @param exact for a typed decoder: integers beyond 64 bits keep their text (see `parseJsonExact`)
 * @throws YamlSyntaxError on malformed YAML and too many aliases, ApiError 400 on text that nests too deeply
 */
export function fromYaml(text: string, exact = false): YamlDocument {
  refuseDeepYaml(text);
  const long = hasLongDigits(text);
  const [document] = parseAllDocuments(text, { ...SCHEMA, intAsBigInt: long });
  if (document === undefined || !("contents" in document)) return { value: null, duplicates: [] };
  const duplicates: string[] = [];
  for (const problem of document.errors) {
    if (problem.code !== "DUPLICATE_KEY") throw new YamlSyntaxError(describeYamlError(text) ?? describe(problem));
    const [line = 0, key = ""] = [problem.linePos?.[0].line, keyAt(text, problem.pos[0])];
    duplicates.push(`line ${line}: key ${JSON.stringify(key)} already set in map`);
  }
  // Without an asterisk there is no alias, and nothing to look for.
  const circular = text.includes("*") ? selfContaining(document) : undefined;
  if (circular !== undefined) throw new YamlSyntaxError(`yaml: anchor '${circular}' value contains itself`);
  try {
    const read = exact ? readNumberText : readNumber;
    const reviver = (_name: unknown, member: unknown): unknown =>
      typeof member === "bigint" ? read(String(member)) : member;
    const value = document.toJS({ maxAliasCount: MAX_ALIASES, ...(long ? { reviver } : {}) }) as unknown;
    return { value, duplicates };
  } catch (error) {
    const unknown = /^Unresolved alias .*: (.*)$/.exec(error instanceof ReferenceError ? error.message : "")?.[1];
    throw new YamlSyntaxError(
      unknown === undefined
        ? "yaml: document contains excessive aliasing"
        : `yaml: unknown anchor '${unknown}' referenced`,
    );
  }
}

/** The first anchor whose value holds an alias of it: such a document stands for no finite value. */
function selfContaining(document: Document.Parsed): string | undefined {
  let found: string | undefined;
  visit(document, {
    Alias(_key, { source }, path) {
      if (!path.some((ancestor) => isCollection(ancestor) && ancestor.anchor === source)) return undefined;
      found = source;
      return visit.BREAK;
    },
  });
  return found;
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

/** For what only this parser finds wrong. */
function describe(problem: {
  readonly message: string;
  readonly linePos?: readonly { line: number }[] | undefined;
}): string {
  const [first = ""] = problem.message.split("\n");
  const what = first.replace(/ at line \d+, column \d+:?$/, "");
  return `yaml: line ${problem.linePos?.[0]?.line ?? 1}: ${what}`;
}
