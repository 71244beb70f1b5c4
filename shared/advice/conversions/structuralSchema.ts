/** Makes schemas of custom resources structural, as far as that does not change which values they accept. */
import type { AdviceText } from "../adviceText.ts";
import type { ConversionContext } from "./conversion.ts";
import { isAbsent, type Members, membersOf, ownOf, recordsOf, take } from "./members.ts";

/** How a schema is made structural. */
export interface StructuralOptions {
  /** Whether unknown fields were preserved everywhere, and must still be. */
  readonly preserves: boolean;
  /** Name of the version, for messages. */
  readonly at: string;
  readonly context: ConversionContext;
}

const JUNCTORS = ["allOf", "anyOf", "oneOf"] as const;
/** Keywords that a structural schema may not use inside allOf, anyOf, oneOf or not. */
const OUTSIDE_ONLY = ["type", "description", "default", "additionalProperties", "nullable", "title"] as const;
/**
 * The two types of an int-or-string value, in the only accepted order, each with the keywords that restrict this type
 * only.
 */
const EITHER: readonly (readonly [type: string, restrictions: readonly string[]])[] = [
  ["integer", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
  ["string", ["pattern", "minLength", "maxLength"]],
];
/** Reasons why a schema cannot be made structural. */
const ROOT: AdviceText = { en: "has to be object", de: "muss object sein" };
const LISTS: AdviceText = { en: "has to be one schema for all items", de: "muss ein Schema für alle Elemente sein" };
const BOTH: AdviceText = { en: "cannot stand beside properties", de: "kann nicht neben properties stehen" };
const OUTSIDE: AdviceText = {
  en: "has to be said outside of allOf, anyOf, oneOf and not",
  de: "muss außerhalb von allOf, anyOf, oneOf und not gesagt werden",
};
/** Fields with a fixed type in every object; a schema cannot declare anything else about them. */
const HEAD: Readonly<Record<string, Members>> = {
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: { type: "object" },
};

/** @param root the schema of the whole object, which is changed */
export function makeStructural(root: Members, options: StructuralOptions): void {
  const walk = new SchemaWalk(options);
  const properties = membersOf(ownOf(root, "properties"));
  const head = Object.entries(HEAD).filter(([name]) => properties !== undefined && Object.hasOwn(properties, name));
  const rest = Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !Object.hasOwn(HEAD, name)));
  if (properties !== undefined) root["properties"] = rest;
  if (isAbsent(root, "type")) root["type"] = "object";
  walk.node(root, "");
  for (const [name, plain] of head) rest[name] = headOf(name, plain, membersOf(properties?.[name]));
}

/** The only parts of metadata that a schema may restrict are `name` and `generateName`. */
function headOf(name: string, plain: Members, given: Members | undefined): Members {
  const properties = membersOf(ownOf(given, "properties"));
  if (name !== "metadata" || properties === undefined) return plain;
  const names = Object.entries(properties).filter(([key]) => key === "name" || key === "generateName");
  return names.length === 0 ? plain : { ...plain, properties: Object.fromEntries(names) };
}

const hasOnlyType = (part: Members): boolean =>
  Object.keys(part).every((name) => ["type", "description", "title"].includes(name));

/**
 * Sorts the `anyOf` parts of an int-or-string schema. Keywords that restrict only one of the types move to the outer
 * schema, where they mean the same.
 * @returns whether it is such a schema
 */
function sortEither(schema: Members): boolean {
  const parts = recordsOf(ownOf(schema, "anyOf"));
  const sorted = EITHER.flatMap(([type]) => parts.filter((part) => part["type"] === type).slice(0, 1));
  if (parts.length !== 2 || sorted.length !== 2) return false;
  for (const [i, [, restrictions]] of EITHER.entries()) {
    const part = sorted[i] ?? {};
    const said = restrictions.filter((name) => !isAbsent(part, name));
    if (said.every((name) => isAbsent(schema, name))) for (const name of said) schema[name] = take(part, name);
  }
  schema["anyOf"] = sorted;
  return true;
}

/** One traversal of a schema that visits each node once. */
class SchemaWalk {
  readonly #options: StructuralOptions;
  readonly #preserveName: string;
  readonly #eitherName: string;

  constructor(options: StructuralOptions) {
    this.#options = options;
    const prefix = options.context.vocabulary.extensionPrefix;
    this.#preserveName = `${prefix}preserve-unknown-fields`;
    this.#eitherName = `${prefix}int-or-string`;
  }

  node(schema: Members, path: string): void {
    this.#settleType(schema);
    this.#refuseUnstructural(schema, path);
    if (ownOf(schema, "additionalProperties") === false) {
      take(schema, "additionalProperties");
      this.#note(path, "additionalProperties");
    }
    if (take(schema, "uniqueItems") === true) this.#note(path, "uniqueItems");
    if (
      this.#options.preserves &&
      schema["type"] === "object" &&
      membersOf(schema["additionalProperties"]) === undefined
    ) {
      schema[this.#preserveName] = true;
    }
    for (const [name, child] of Object.entries(membersOf(ownOf(schema, "properties")) ?? {})) {
      this.#child(child, `${path}.${name}`);
    }
    this.#child(ownOf(schema, "items"), `${path}[*]`);
    this.#child(ownOf(schema, "additionalProperties"), `${path}.*`);
    for (const name of [...JUNCTORS, "not"]) this.#junctor(schema, name, schema, path);
  }

  #child(value: unknown, path: string): void {
    const schema = membersOf(value);
    if (schema !== undefined) this.node(schema, path);
  }

  /** Ensures that every node declares its type, or is marked as int-or-string. */
  #settleType(schema: Members): void {
    if (!isAbsent(schema, "type")) return;
    const isEither = sortEither(schema);
    if (schema[this.#eitherName] === true) return;
    if (isEither) schema[this.#eitherName] = true;
    else if (!isAbsent(schema, "properties") || !isAbsent(schema, "additionalProperties")) schema["type"] = "object";
    else if (!isAbsent(schema, "items")) schema["type"] = "array";
    else schema[this.#preserveName] = true;
  }

  /** Reports what no structural schema can express at any place. */
  #refuseUnstructural(schema: Members, path: string): void {
    if (path === "" && schema["type"] !== "object") this.#fail(path, "type", ROOT);
    if (Array.isArray(ownOf(schema, "items"))) this.#fail(path, "items", LISTS);
    const values = ownOf(schema, "additionalProperties");
    const isMap = values === true || membersOf(values) !== undefined;
    if (isMap && !isAbsent(schema, "properties")) this.#fail(path, "additionalProperties", BOTH);
  }

  /** Within allOf, anyOf, oneOf and not, schemas may only restrict fields that are declared outside. */
  #junctor(parent: Members, name: string, outside: Members, path: string): void {
    const value = ownOf(parent, name);
    const parts = name === "not" ? [membersOf(value)].filter((part) => part !== undefined) : recordsOf(value);
    const isEither = outside[this.#eitherName] === true && name === "anyOf" && parts.every(hasOnlyType);
    for (const part of parts) this.#restrict(part, outside, path, isEither);
  }

  #restrict(part: Members, outside: Members, path: string, isEither: boolean): void {
    for (const name of OUTSIDE_ONLY) {
      if (isAbsent(part, name) || (name === "type" && isEither)) continue;
      const value = take(part, name);
      const isSaid = name === "description" || name === "title" || value === outside[name];
      if (!isSaid) this.#fail(path, name, OUTSIDE);
    }
    for (const name of [...JUNCTORS, "not"]) this.#junctor(part, name, outside, path);
    const known = membersOf(ownOf(outside, "properties"));
    for (const [name, child] of Object.entries(membersOf(ownOf(part, "properties")) ?? {})) {
      const [inner, said] = [membersOf(child), membersOf(ownOf(known, name))];
      if (inner === undefined) continue;
      if (said === undefined) this.#fail(path, `properties.${name}`, OUTSIDE);
      else this.#restrict(inner, said, `${path}.${name}`, false);
    }
    const [item, items] = [membersOf(ownOf(part, "items")), membersOf(ownOf(outside, "items"))];
    if (item !== undefined && items !== undefined) this.#restrict(item, items, `${path}[*]`, false);
  }

  #note(path: string, name: string): void {
    const { at, context } = this.#options;
    context.note({
      en: `Schema of ${at}: \`${name}\` at \`${path || "."}\` was left out, which is no longer taken.`,
      de: `Schema von ${at}: \`${name}\` bei \`${path || "."}\` wurde weggelassen; es wird nicht mehr angenommen.`,
    });
  }

  #fail(path: string, name: string, message: AdviceText): void {
    const { at, context } = this.#options;
    context.fail({
      en: `Schema of ${at}: \`${name}\` at \`${path || "."}\` ${message.en}.`,
      de: `Schema von ${at}: \`${name}\` bei \`${path || "."}\` ${message.de}.`,
    });
  }
}
