/** Parses the `.proto` declarations to plain data. Build time only: the server reads the output of `compile.ts`. */

import type { Field, IParserResult, NamespaceBase, Type } from "protobufjs";
import protobuf from "protobufjs";
import { append } from "../../../shared/collections/append.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import type { Declaration, FieldDeclaration, SchemaSource } from "./declaration.ts";

type Options = Readonly<Record<string, unknown>>;

const SCALARS = new Set(["string", "int32", "int64", "bool", "double", "float", "bytes"]);
const ANY = "google.protobuf.Value";

/** A source file; its name is only used in errors. */
export interface ProtoFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Parses the files together, resolves embedded messages and default values, and checks that every type is declared.
 *
 * @throws Error with the file or message for text that does not parse, an unknown type, or a name declared twice
 * @example parseProtoFiles([{ name: "a.proto", text: 'syntax = "proto3"; package a.v1; message A { string b = 1; }' }])
 */
export function parseProtoFiles(files: readonly ProtoFile[]): SchemaSource {
  const packages: Record<string, string> = {};
  const groupVersions: string[] = [];
  const raw = new Map<string, Declaration>();
  for (const file of files) {
    const { name: packageName, namespace } = parseFile(file);
    if (packageName === undefined) continue;
    const options = optionsOf(namespace);
    packages[packageName] = String(options["definitions"] ?? packageName);
    append(groupVersions, repeatedOption(namespace, "group_version"));
    for (const message of namespace.nestedArray) {
      if (!(message instanceof protobuf.Type)) continue;
      const name = `${packageName}.${message.name}`;
      if (raw.has(name)) throw new Error(`${file.name}: ${name} is declared twice`);
      raw.set(name, declarationOf(packageName, message));
    }
  }
  return { packages, groupVersions, definitions: Object.fromEntries(expandEmbedded(checkTypes(raw))) };
}

function parseFile(file: ProtoFile): { name: string | undefined; namespace: NamespaceBase } {
  let result: IParserResult;
  try {
    result = protobuf.parse(file.text, { keepCase: true });
  } catch (error) {
    throw new Error(`${file.name}: ${messageOf(error)}`);
  }
  const name = result.package;
  const namespace = name === undefined ? result.root : result.root.lookup(name);
  return { name, namespace: (namespace ?? result.root) as NamespaceBase };
}

function declarationOf(packageName: string, message: Type): Declaration {
  const options = optionsOf(message);
  const unions = repeatedOption(message, "union");
  const gvk = options["gvk"] as string | undefined;
  const typeMeta = options["type_meta"] ?? gvk !== undefined;
  const fields = message.fieldsArray.map((field) => fieldOf(packageName, field, options["json_only"] === true));
  return compact({
    gvk,
    mapType: options["map_type"] as Declaration["mapType"],
    unions: unions.length > 0 ? unions : undefined,
    json: options["json"] as string | undefined,
    openapi: parsed(options["openapi"]),
    openapiV2: parsed(options["openapi_v2"]),
    fields: typeMeta === true ? [...TYPE_META, ...fields] : fields,
  });
}

const TYPE_META: readonly FieldDeclaration[] = [
  { name: "kind", type: "string" },
  { name: "apiVersion", type: "string" },
];

function fieldOf(packageName: string, field: Field, jsonOnly: boolean): FieldDeclaration {
  const options = optionsOf(field);
  const base = typeText(packageName, field.type);
  const required = options["required"] === true;
  const listed = options["enum"] as string | undefined;
  return compact({
    name: String(field.options?.["json_name"] ?? field.name),
    type: field.map ? `{}${base}` : field.repeated ? `[]${base}` : base,
    tag: jsonOnly ? undefined : field.id,
    pointer: flag(field.options?.["proto3_optional"]),
    keep: flag(options["keep"] ?? required),
    required: flag(required),
    listType: options["list_type"] as FieldDeclaration["listType"],
    mapKeys: (options["map_keys"] as string | undefined)?.split(","),
    mapType: options["field_map_type"] as FieldDeclaration["mapType"],
    patch: options["patch"] as string | undefined,
    mergeKey: options["merge_key"] as string | undefined,
    default: defaultOf(options["default"] as string | undefined, base),
    enum: listed?.split("|"),
    typeName: options["type_name"] as string | undefined,
    collectionType: options["collection_type"] as string | undefined,
    embedded: flag(options["embedded"]),
  });
}

/** Names without a dot refer to the same package. */
function typeText(packageName: string, type: string): string {
  if (SCALARS.has(type)) return type;
  if (type === ANY) return "any";
  return type.includes(".") ? type : `${packageName}.${type}`;
}

function defaultOf(text: string | undefined, type: string): FieldDeclaration["default"] {
  if (text === undefined || type === "string") return text;
  return type === "bool" ? text === "true" : Number(text);
}

function checkTypes(raw: Map<string, Declaration>): Map<string, Declaration> {
  for (const [name, declaration] of raw) {
    for (const field of declaration.fields) {
      const base = field.type.replace(/^(\[\]|\{\})/, "");
      if (base.includes(".") && !raw.has(base)) throw new Error(`${name}.${field.name}: ${base} is not declared`);
    }
  }
  return raw;
}

/** Inserts the JSON fields of an embedded field's message after the field, as fields of this message. */
function expandEmbedded(raw: Map<string, Declaration>): Map<string, Declaration> {
  const expand = (name: string): readonly FieldDeclaration[] =>
    (raw.get(name)?.fields ?? []).flatMap((field) => {
      if (!field.embedded) return [field];
      const inner = expand(field.type).filter((f) => !f.embedded);
      return [field, ...inner.map(({ tag: _, ...rest }) => ({ ...rest, via: field.name }))];
    });
  return new Map([...raw].map(([name, declaration]) => [name, { ...declaration, fields: expand(name) }]));
}

/** Extension options, without the parentheses around their names. */
function optionsOf(node: { options?: Options }): Options {
  const own = Object.entries(node.options ?? {}).filter(([key]) => key.startsWith("("));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(1, -1), value]));
}

function repeatedOption(node: { parsedOptions?: unknown[] }, name: string): string[] {
  const all = (node.parsedOptions ?? []) as Options[];
  return all.flatMap((option) => (option[`(${name})`] === undefined ? [] : [String(option[`(${name})`])]));
}

const flag = (value: unknown): true | undefined => (value === true ? true : undefined);
const parsed = (text: unknown): unknown => (typeof text === "string" ? JSON.parse(text) : undefined);

function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
