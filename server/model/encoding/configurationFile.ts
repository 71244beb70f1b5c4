import { inTurns } from "../../ground/turns/turns.ts";
import { decodeInSteps } from "../schema/decode.ts";
import type { Schema } from "../schema/schema.ts";
import { readYaml } from "./readYaml.ts";
import type { YamlDocument } from "./yaml.ts";
import { YamlPool } from "./yamlWorker/yamlPool.ts";

/** One kind of configuration file, in the versions that can be read. */
export interface ConfigurationKind {
  readonly kind: string;
  /** Default `apiserver.config.{domain}`. */
  readonly group?: string;
  /** Versions of that group. */
  readonly versions: readonly string[];
  /** Where its types are declared: a definition's name without version and kind. */
  readonly definition?: string;
}

/**
 * Decodes a configuration file: YAML or JSON, unknown and repeated fields refused. Nothing is said of values that cannot be
 * parsed: such files may hold keys. Files are read anew while the server runs: other requests do not wait for a large one.
 * @throws Error with the reference's words
 */
export async function decodeConfiguration(text: string, expected: ConfigurationKind, schema: Schema): Promise<unknown> {
  const { value, faults } = await readConfiguration(text, expected, schema);
  if (faults.length > 0) throw new Error(`strict decoding error: ${faults.join(", ")}`);
  return value;
}

/** The same for files in which unknown and repeated fields may pass: `faults` takes them. @throws Error */
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

/** Threads for files: none of them waits for, or fails with, what clients send. */
const files = new YamlPool({ threads: 1, waiting: Number.POSITIVE_INFINITY });
const never = new AbortController().signal;

/** The message about malformed YAML names the place, but not the problem: such messages quote the text. */
async function readText(text: string): Promise<YamlDocument> {
  try {
    return await readYaml(text, { exact: false, sorted: false }, never, files);
  } catch (error) {
    const [line] = /^yaml: line \d+/.exec(error instanceof Error ? error.message : "") ?? ["yaml"];
    throw new Error(`${line}: the text cannot be parsed`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
