import { inTurns } from "../../ground/turns/turns.ts";
import { decodeInSteps } from "../schema/decode.ts";
import type { Schema } from "../schema/schema.ts";
import { refuseLargeFile } from "./fileSize.ts";
import { readFileYaml } from "./fileYaml.ts";
import type { YamlDocument } from "./yaml.ts";

/** A kind of configuration file, and its readable versions. */
export interface ConfigurationKind {
  readonly kind: string;
  /** Default: `apiserver.config.{domain}`. */
  readonly group?: string;
  /** Versions of that group. */
  readonly versions: readonly string[];
  /** The prefix of its definition's name, without version and kind. */
  readonly definition?: string;
}

/**
 * Decodes a configuration file: YAML or JSON, with unknown and repeated fields rejected. Errors never quote values that
 * cannot be parsed, because such files may contain keys. Files are also reloaded while the server runs, so decoding a
 * large one does not block requests.
 * @throws Error with the reference's message
 */
export async function decodeConfiguration(text: string, expected: ConfigurationKind, schema: Schema): Promise<unknown> {
  const { value, faults } = await readConfiguration(text, expected, schema);
  if (faults.length > 0) throw new Error(`strict decoding error: ${faults.join(", ")}`);
  return value;
}

/** The same, but unknown and repeated fields are allowed and passed to `faults`. @throws Error */
export async function readConfiguration(
  text: string,
  {
    kind,
    group = "apiserver.config.{domain}",
    versions,
    definition = "apiserver.pkg.apis.apiserver",
  }: ConfigurationKind,
  schema: Schema,
): Promise<{ readonly value: unknown; readonly faults: readonly string[] }> {
  const { value, duplicates } = await readText(text);
  const given = isObject(value) ? value : {};
  if (typeof given["kind"] !== "string" || given["kind"] === "") throw new Error("Object 'Kind' is missing");
  const version = versions.find((name) => given["apiVersion"] === schema.vocabulary.render(`${group}/${name}`));
  if (given["kind"] !== kind || version === undefined) {
    const shown = JSON.stringify(given["apiVersion"] ?? "");
    throw new Error(`no kind ${JSON.stringify(given["kind"])} is registered for version ${shown}`);
  }
  const decoded = await inTurns(decodeInSteps(schema.definition(`${definition}.${version}.${kind}`), value));
  return { value: decoded.value, faults: [...duplicates, ...decoded.unknown] };
}

/** The error about malformed YAML contains only the place, because the full message would quote the text. */
async function readText(text: string): Promise<YamlDocument> {
  refuseLargeFile(text);
  try {
    return await readFileYaml(text);
  } catch (error) {
    const [line] = /^yaml: line \d+/.exec(error instanceof Error ? error.message : "") ?? ["yaml"];
    throw new Error(`${line}: the text cannot be parsed`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
