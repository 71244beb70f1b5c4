/** Rebuilds the format of the recorded facts from the compiled declarations, so that a test can compare the two. */
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { Declaration, FieldDeclaration, SchemaSource } from "../declaration.ts";

export type FactRow = Record<string, unknown>;

export interface Fact {
  fields: FactRow[];
  [key: string]: unknown;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  "meta.v1.Time": "Time",
  "meta.v1.MicroTime": "MicroTime",
  "meta.v1.Duration": "Duration",
  "quantity.Quantity": "Quantity",
  "intstr.IntOrString": "IntOrString",
  "runtime.RawExtension": "RawExtension",
  "apiextensions.v1.JSON": "JSON",
};

const WIRE: Readonly<Record<string, string>> = { int32: "varint", int64: "varint", bool: "varint", double: "fixed64" };

const { render } = createVocabulary();

/** The published definition name: with `io.<domain>.` before this schema's name. */
export function publishedName(source: SchemaSource, key: string): string {
  const dot = key.lastIndexOf(".");
  const domain = render("{domain}").split(".").reverse().join(".");
  return render(`${domain}.${source.packages[key.slice(0, dot)]}.${key.slice(dot + 1)}`);
}

/** The fact of one definition, in the format of `types-1.32.json`. */
export function factOf(source: SchemaSource, key: string): Fact {
  const declaration = source.definitions[key];
  if (declaration === undefined) throw new Error(`no declaration ${key}`);
  const alias = declaration.json?.startsWith("[]") === true;
  return clean({
    gvk: gvkOf(source, key, declaration),
    mapType: declaration.mapType,
    unions: declaration.unions?.map((text) => {
      const [discriminator = "", members = ""] = text.split(": ");
      return {
        discriminator,
        "fields-to-discriminateBy": Object.fromEntries(members.split(", ").map((member) => member.split("="))),
      };
    }),
    json: alias ? undefined : declaration.json,
    alias: alias ? declaration.json : undefined,
    openapi: declaration.openapi,
    openapiV2: declaration.openapiV2,
    fields: declaration.fields.map((field) => rowOf(source, declaration, field)),
  }) as Fact;
}

function gvkOf(source: SchemaSource, key: string, declaration: Declaration): string[][] | undefined {
  if (declaration.gvk === undefined) return undefined;
  const kind = key.slice(key.lastIndexOf(".") + 1);
  return (declaration.gvk === "*" ? source.groupVersions : [declaration.gvk]).map((text) => {
    const parts = render(text).split("/");
    return [parts.length > 1 ? (parts[0] ?? "") : "", parts.at(-1) ?? "", kind];
  });
}

function rowOf(source: SchemaSource, owner: Declaration, field: FieldDeclaration): FactRow {
  const [, container = "", base = ""] = /^(\[\]|\{\})?(.*)$/.exec(field.type) ?? [];
  const target = source.definitions[base];
  const wrapped = target?.json?.startsWith("[]") === true;
  const element = wrapped
    ? (target?.json ?? "")
    : (PRIMITIVES[base] ?? (target === undefined ? base : publishedName(source, base)));
  const repeated = container !== "";
  return clean({
    name: render(field.name),
    type: `${container === "{}" ? "map[string]" : container}${element}`,
    tag: field.tag,
    wire:
      field.tag === undefined
        ? undefined
        : `${container === "{}" ? "bytes" : (WIRE[base] ?? "bytes")},${repeated ? "rep" : "opt"}`,
    proto: wrapped ? publishedName(source, base) : undefined,
    inline:
      owner.fields.indexOf(field) < 2 &&
      (field.name === "kind" || field.name === "apiVersion") &&
      field.tag === undefined &&
      field.keep === undefined
        ? true
        : undefined,
    embedded: field.embedded,
    via: field.via,
    protoOnly: owner.json === undefined ? undefined : true,
    ptr: field.pointer,
    keep: field.keep,
    required: field.required,
    listType: field.listType,
    mapKeys: field.mapKeys,
    mapType: field.mapType,
    patch: field.patch,
    mergeKey: field.mergeKey,
    default: field.default,
    enum: field.enum,
  });
}

const clean = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
