/**
 * Compiles the `.proto` declarations to `generated/schema.json` and the descriptions to `generated/descriptions.json`.
 * Build time only; run by `scripts/build-schema.mjs` and by the tests' set-up.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SchemaSource } from "./declaration.ts";
import { type DefinitionDescriptions, parseDescriptions } from "./descriptions.ts";
import { parseProtoFiles } from "./protoSource.ts";

/** The file of a package's types in the type package, when it is not `group/version`. */
const DESCRIPTION_FILES: Readonly<Record<string, string>> = {
  "api/resource": "quantity",
  "util/intstr": "intstr",
  runtime: "runtime",
  version: "version",
};

export interface CompileResult {
  /** False when the generated files are newer than every source. */
  readonly written: boolean;
  readonly schemaFile: string;
  readonly descriptionsFile: string;
}

/**
 * @param root the repository
 * @param force whether to compile even when nothing has changed
 * @throws Error with file and message when a declaration is invalid
 */
export function compileSchema(root: string, force = false): CompileResult {
  const folder = join(root, "server/model/schema");
  const typesFolder = join(root, "node_modules/kubernetes-types");
  const protoFiles = filesBelow(join(folder, "proto"), ".proto");
  const outputs = {
    schemaFile: join(folder, "generated/schema.json"),
    descriptionsFile: join(folder, "generated/descriptions.json"),
  };
  const sources = [...protoFiles.map((file) => join(folder, "proto", file)), ...compilerFiles(folder)];
  if (!force && upToDate(Object.values(outputs), [...sources, join(typesFolder, "package.json")])) {
    return { written: false, ...outputs };
  }
  const source = parseProtoFiles(
    protoFiles.map((name) => ({ name, text: readFileSync(join(folder, "proto", name), "utf8") })),
  );
  mkdirSync(join(folder, "generated"), { recursive: true });
  writeWhole(outputs.schemaFile, JSON.stringify(source));
  writeWhole(outputs.descriptionsFile, JSON.stringify(readDescriptions(typesFolder, source)));
  return { written: true, ...outputs };
}

/** Definition name (with placeholders) to descriptions; definitions that the type package does not have are absent. */
function readDescriptions(typesFolder: string, source: SchemaSource): Record<string, DefinitionDescriptions> {
  const result: Record<string, DefinitionDescriptions> = {};
  for (const file of filesBelow(typesFolder, ".d.ts")) {
    const path = file.slice(0, -".d.ts".length);
    const packageName = DESCRIPTION_FILES[path] ?? path.replaceAll("/", ".");
    const prefix = source.packages[packageName];
    if (prefix === undefined) continue;
    for (const [name, texts] of parseDescriptions(readFileSync(join(typesFolder, file), "utf8"))) {
      if (source.definitions[`${packageName}.${name}`] !== undefined) result[`${prefix}.${name}`] = texts;
    }
  }
  return result;
}

function filesBelow(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(ending))
    .sort();
}

/** A change of the compiler itself makes its output outdated; a bundle of it may run without these files. */
const compilerFiles = (folder: string): string[] =>
  ["protoSource.ts", "declaration.ts", "descriptions.ts", "compile.ts"]
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file));

function upToDate(outputs: readonly string[], sources: readonly string[]): boolean {
  if (!outputs.every((file) => existsSync(file))) return false;
  const oldest = Math.min(...outputs.map((file) => statSync(file).mtimeMs));
  return sources.every((file) => statSync(file).mtimeMs < oldest);
}

/** Writes atomically: readers in other processes never see a partial file. */
function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
