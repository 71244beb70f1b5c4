import { Composer, type Document, Lexer, LineCounter, Parser, type SchemaOptions, type Tags } from "yaml";
import { badRequest } from "../../../../shared/status.ts";
import { MAX_NESTING } from "../nesting.ts";

type Tag = Exclude<Tags[number], string>;

/** A document as parsed by the library, and the positions of its lines. */
export interface Composed {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Tags of YAML 1.1 that the reference's library does not support: their values are read as if without the tag. */
const UNKNOWN = [":timestamp", ":set", ":omap", ":pairs"];
/**
 * Maximum number of digits of an integer. Longer ones do not fit in 64 bits anyway, and reading them exactly would take
 * more than linear time.
 */
const LONGEST_INTEGER = 1000;

/**
 * YAML 1.1 as the reference reads it: times and base-60 numbers are texts, and binary values are the texts that they
 * encode.
 */
const SCHEMA: SchemaOptions & { readonly version: "1.1" } = {
  version: "1.1",
  merge: true,
  customTags: (tags) =>
    tags
      .filter((tag): tag is Tag => typeof tag !== "string")
      .filter(
        ({ format, tag }: Tag & { format?: string }) => format !== "TIME" && !UNKNOWN.some((end) => tag.endsWith(end)),
      )
      .map((tag) => (tag.tag.endsWith(":binary") ? BINARY : tag.tag.endsWith(":int") ? bounded(tag) : tag)),
};

const BINARY: Tag = {
  tag: "tag:yaml.org,2002:binary",
  resolve: (text: string) => Buffer.from(text, "base64").toString("utf8"),
};

/** An integer type that reads only integers of limited length exactly. */
function bounded(tag: Tag): Tag {
  const { resolve } = tag;
  if (resolve === undefined) return tag;
  return {
    ...tag,
    resolve: (text: string, onError: (message: string) => void, options: { readonly intAsBigInt: boolean }) =>
      resolve(
        text as never,
        onError,
        (text.length > LONGEST_INTEGER ? { ...options, intAsBigInt: false } : options) as never,
      ),
  } as Tag;
}

/** Marks that open another level within a line of YAML, and marks that close one. */
const OPENING_TOKENS = new Set(["{", "[", "-", "?"]);
const CLOSING_TOKENS = new Set(["}", "]"]);

/**
 * Parses the first document of a text, and ignores what follows it. Duplicate keys are not checked, because the library
 * would compare each key with all before it.
 *
 * @param exact whether integers are read as bigints
 * @throws ApiError 400 for brackets, or consecutive dashes on one line, that nest too deeply. Indentation alone cannot
 * nest deeply within the size limit of a body.
 */
export function composeDocument(text: string, exact: boolean): Composed | undefined {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({ ...SCHEMA, intAsBigInt: exact, uniqueKeys: false, logLevel: "silent" });
  lines.addNewLine(0);
  let depth = 0;
  let marks = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === "\n") marks = 0;
    if (CLOSING_TOKENS.has(lexeme)) depth -= 1;
    if (OPENING_TOKENS.has(lexeme)) {
      if (lexeme === "-" || lexeme === "?") marks += 1;
      else depth += 1;
      if (depth + marks > MAX_NESTING) throw badRequest("exceeded max depth");
    }
    for (const token of parser.next(lexeme)) {
      for (const document of composer.next(token)) return { document: document as Document.Parsed, lines };
    }
  }
  for (const token of parser.end()) {
    for (const document of composer.next(token)) return { document: document as Document.Parsed, lines };
  }
  for (const document of composer.end()) return { document: document as Document.Parsed, lines };
  return undefined;
}
