/** Finds and reads the generated schema files, both from the source tree and from a bundle. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SchemaSource } from "./declaration.ts";
import type { DefinitionDescriptions } from "./descriptions.ts";

let source: SchemaSource | undefined;
let descriptions: Readonly<Record<string, DefinitionDescriptions>> | undefined;

/**
 * The compiled declarations; read once per process.
 *
 * @throws Error with a hint when nothing was generated
 */
export function readSchemaSource(): SchemaSource {
  source ??= readGenerated("schema.json") as SchemaSource;
  return source;
}

/** Definition name (with placeholders) to descriptions in the default vocabulary; read once per process. */
export function readDescriptionsFile(): Readonly<Record<string, DefinitionDescriptions>> {
  descriptions ??= readGenerated("descriptions.json") as Record<string, DefinitionDescriptions>;
  return descriptions;
}

function readGenerated(name: string): unknown {
  const candidates = [`./generated/${name}`, `./${name}`, `../${name}`, `../server/${name}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const file = candidates.find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${name} is missing: run node scripts/build-schema.mjs`);
  return JSON.parse(readFileSync(file, "utf8"));
}
