import { dirname, resolve } from "node:path";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";
import { type ConfigurationKind, readConfiguration } from "../../../model/encoding/configurationFile.ts";
import { refuseLargeFile } from "../../../model/encoding/fileSize.ts";
import { fromYaml } from "../../../model/encoding/yaml.ts";
import type { Schema } from "../../../model/schema/schema.ts";

/**
 * The configuration of plugins from the file of `--admission-control-config-file`, by plugin: decoded, but not checked.
 */
export type PluginConfigurations = ReadonlyMap<string, Members>;

const FLAG = "--admission-control-config-file";
const KIND: ConfigurationKind = { kind: "AdmissionConfiguration", versions: ["v1", "v1alpha1"] };
/**
 * Plugins whose configuration may be the whole file, which was the form before one file could configure several
 * plugins.
 */
const OLDER: ReadonlyMap<string, string> = new Map([
  ["imagePolicy", "ImagePolicyWebhook"],
  ["podNodeSelectorPluginConfig", "PodNodeSelector"],
]);

type Members = Readonly<Record<string, unknown>>;

interface WrittenPlugin {
  readonly name?: string;
  readonly path?: string;
  readonly configuration?: Members | null;
}

/**
 * Reads the configuration file, if there is one, and the files that it refers to. A plugin's configuration is either
 * inline, or in another file whose path is relative to this file's folder.
 * @throws OptionError
 */
export async function loadAdmissionConfiguration(
  path: string | undefined,
  schema: Schema,
): Promise<PluginConfigurations> {
  if (path === undefined) return new Map();
  try {
    return await load(path, schema);
  } catch (error) {
    if (error instanceof OptionError) throw error;
    throw new OptionError(`${FLAG}: ${messageOf(error)}`);
  }
}

async function load(path: string, schema: Schema): Promise<PluginConfigurations> {
  const text = await readOptionFile(FLAG, path);
  refuseLargeFile(text);
  const older = olderConfigurations(text);
  if (older !== undefined) return older;
  // Unknown members, and configurations of plugins that read none, are ignored, as in the reference.
  const { value } = await readConfiguration(text, KIND, schema);
  const { plugins } = value as { readonly plugins?: readonly WrittenPlugin[] | null };
  const found = new Map<string, Members>();
  for (const { name = "", path: file, configuration } of plugins ?? []) {
    if (found.has(name)) continue;
    if (configuration) found.set(name, configuration);
    else if (file) found.set(name, asObject(await readYamlFile(resolve(dirname(path), file)), name));
  }
  return found;
}

/**
 * Reads a file of the older form, which configures only the plugins that had such a file; undefined for other files.
 */
function olderConfigurations(text: string): PluginConfigurations | undefined {
  const value = yamlOf(text);
  if (!isObject(value) || (value["kind"] ?? "") !== "") return undefined;
  if (![...OLDER.keys()].some((member) => member in value)) return undefined;
  return new Map([...OLDER.values()].map((name) => [name, value]));
}

async function readYamlFile(path: string): Promise<unknown> {
  const text = await readOptionFile(FLAG, path);
  refuseLargeFile(text);
  return fromYaml(text).value;
}

/** @returns undefined for invalid YAML, whose error is reported by a later read */
function yamlOf(text: string): unknown {
  try {
    return fromYaml(text).value;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function asObject(value: unknown, name: string): Members {
  if (isObject(value)) return value;
  throw new Error(`the configuration of admission plugin ${JSON.stringify(name)} is no object`);
}
