import { fromYaml, type YamlDocument } from "../encoding/yaml.ts";
import { decodeStrict } from "../schema/decode.ts";
import type { Schema } from "../schema/schema.ts";

/** One kind of configuration file, in the versions that can be read. */
export interface ConfigurationKind {
  readonly kind: string;
  /** Versions of the group `apiserver.config.{domain}`. */
  readonly versions: readonly string[];
}

/**
 * Decodes a configuration file: YAML or JSON, unknown and repeated fields refused. Nothing is said of values that cannot be
 * parsed: such files may hold keys.
 * @throws Error with the reference's words
 */
export function decodeConfiguration(text: string, { kind, versions }: ConfigurationKind, schema: Schema): unknown {
  const { value, duplicates } = readYaml(text);
  const given = isObject(value) ? value : {};
  if (typeof given["kind"] !== "string" || given["kind"] === "") throw new Error("Object 'Kind' is missing");
  const version = versions.find(
    (name) => given["apiVersion"] === schema.vocabulary.render(`apiserver.config.{domain}/${name}`),
  );
  if (given["kind"] !== kind || version === undefined) {
    const shown = JSON.stringify(given["apiVersion"] ?? "");
    throw new Error(`no kind ${JSON.stringify(given["kind"])} is registered for version ${shown}`);
  }
  const decoded = decodeStrict(schema.definition(`apiserver.pkg.apis.apiserver.${version}.${kind}`), value);
  const faults = [...duplicates, ...decoded.unknown];
  if (faults.length > 0) throw new Error(`strict decoding error: ${faults.join(", ")}`);
  return decoded.value;
}

/** What is wrong with malformed YAML is not told: such messages quote the text. Where it is, is. */
function readYaml(text: string): YamlDocument {
  try {
    return fromYaml(text);
  } catch (error) {
    const [line] = /^yaml: line \d+/.exec(error instanceof Error ? error.message : "") ?? ["yaml"];
    throw new Error(`${line}: the text cannot be parsed`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
