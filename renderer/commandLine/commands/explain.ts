import type { Command, Session } from "../model/command.ts";
import { UsageError } from "../model/flags.ts";
import { needKind } from "../model/targets.ts";

/** A schema of the server's OpenAPI v3. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly [extension: string]: unknown;
}

type Schemas = Readonly<Record<string, Schema>>;

const PREFIX = "#/components/schemas/";
const WIDTH = 78;
/** Maximum depth, because definitions may contain themselves. */
const DEEPEST = 8;

export const explain: Command = {
  name: "explain",
  usage: "KIND[.FIELD.FIELD] [--recursive] [--api-version GROUP/VERSION]",
  summary: "Says what a kind's fields mean",
  flags: [{ name: "recursive" }, { name: "api-version", takes: true }],
  async run(input, session) {
    const [word = "", ...path] = (input.args[0] ?? "").split(".");
    if (word === "") throw new UsageError("error: you must specify the type of resource to explain");
    const wanted = input.value("api-version");
    const { kind } = needKind(word, session.types);
    const apiVersion = ({ group, version }: { group: string; version: string }): string =>
      group === "" ? version : `${group}/${version}`;
    const type =
      session.types.find((each) => each.kind === kind && apiVersion(each) === wanted) ?? needKind(word, session.types);
    const schemas = await schemasOf(type.group, type.version, session);
    const of = `${session.vocabulary.extensionPrefix}group-version-kind`;
    const root = Object.values(schemas).find((schema) =>
      (schema[of] as { group?: string; version?: string; kind?: string }[] | undefined)?.some(
        (each) => (each.group ?? "") === type.group && each.version === type.version && each.kind === type.kind,
      ),
    );
    if (root === undefined) throw new UsageError(`error: the server does not explain ${type.kind}`);
    const { schema, own } = walk(root, path, schemas);
    const lines = [
      ...(type.group === "" ? [] : [`GROUP:      ${type.group}`]),
      `KIND:       ${type.kind}`,
      `VERSION:    ${type.version}`,
      "",
      ...(path.length === 0 ? [] : [`FIELD: ${path.at(-1)} <${typeOf(own, schemas)}>`, ""]),
      "DESCRIPTION:",
      ...wrapped(own.description ?? schema.description ?? "<empty>", "    "),
    ];
    const fields = fieldLines(schema, schemas, input.has("recursive") ? DEEPEST : 1, "  ", !input.has("recursive"));
    session.print([...lines, ...(fields.length === 0 ? [] : ["FIELDS:", ...fields])].join("\n"));
  },
};

async function schemasOf(group: string, version: string, session: Session): Promise<Schemas> {
  const { paths = {} } = await session.ask<{ paths?: Record<string, { serverRelativeURL?: string }> }>({
    path: "/openapi/v3",
  });
  const path = paths[group === "" ? `api/${version}` : `apis/${group}/${version}`]?.serverRelativeURL;
  if (path === undefined) throw new UsageError(`error: the server has no schema of ${group}/${version}`);
  const document = await session.ask<{ components?: { schemas?: Schemas } }>({ path });
  return document.components?.schemas ?? {};
}

/** The definition that a schema refers to, or the schema itself. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference === undefined ? schema : (schemas[reference.slice(PREFIX.length)] ?? schema);
}

/** The schema below a field: the items of lists, the values of maps. */
function inner(schema: Schema, schemas: Schemas): Schema {
  const whole = resolved(schema, schemas);
  if (whole.items !== undefined) return inner(whole.items, schemas);
  return typeof whole.additionalProperties === "object" ? inner(whole.additionalProperties, schemas) : whole;
}

/** @throws UsageError if there is no such field */
function walk(root: Schema, path: readonly string[], schemas: Schemas): { schema: Schema; own: Schema } {
  let own = root;
  for (const field of path) {
    const next = inner(own, schemas).properties?.[field];
    if (next === undefined) throw new UsageError(`error: field "${field}" does not exist`);
    own = next;
  }
  return { schema: inner(own, schemas), own };
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const whole = resolved(schema, schemas);
  if (whole.items !== undefined) return `[]${typeOf(whole.items, schemas)}`;
  if (typeof whole.additionalProperties === "object")
    return `map[string]${typeOf(whole.additionalProperties, schemas)}`;
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  const isNamed = reference !== undefined && (whole.properties !== undefined || whole.type === "object");
  return isNamed ? (reference.split(".").at(-1) ?? "Object") : (whole.type ?? "Object");
}

function fieldLines(schema: Schema, schemas: Schemas, depth: number, indent: string, isDescribed: boolean): string[] {
  if (depth === 0) return [];
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, field]) => {
      const head = `${indent}${name}\t<${typeOf(field, schemas)}>${required.has(name) ? " -required-" : ""}`;
      const choices = field.enum === undefined ? [] : [`${indent}enum: ${field.enum.map(String).join(", ")}`];
      if (!isDescribed)
        return [head, ...choices, ...fieldLines(inner(field, schemas), schemas, depth - 1, `${indent}  `, false)];
      const text = field.description ?? resolved(field, schemas).description ?? "";
      return [head, ...choices, ...wrapped(text, `${indent}  `), ""];
    });
}

function wrapped(text: string, indent: string): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = indent;
    for (const word of paragraph.split(" ")) {
      if (line.length > indent.length && line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = indent;
      }
      line += line.length === indent.length ? word : ` ${word}`;
    }
    return [...lines, line];
  });
}
