import { dirname, resolve } from "node:path";
import { messageOf } from "../../../../shared/messageOf.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";
import { type ConfigurationKind, decodeConfiguration } from "../../../model/encoding/configurationFile.ts";
import { fromYaml } from "../../../model/encoding/yaml.ts";
import type { Schema } from "../../../model/schema/schema.ts";

/**
 * The configuration of plugins from the file of `--admission-control-config-file`, by plugin: decoded, but not checked.
 */
export type PluginConfigurations = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const FLAG = "--admission-control-config-file";
const KIND: ConfigurationKind = { kind: "AdmissionConfiguration", versions: ["v1", "v1alpha1"] };
/** Plugins that read a configuration. */
const CONFIGURABLE = ["EventRateLimit", "PodSecurity"];

interface WrittenPlugin {
  readonly name?: string;
  readonly path?: string;
  readonly configuration?: Readonly<Record<string, unknown>> | null;
}

/**
 * Reads the file, when there is one, and those that it names. Configurations stand in it, or in a file whose path counts
 * from its folder.
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
  const decoded = decodeConfiguration(await readOptionFile(FLAG, path), KIND, schema);
  const { plugins = [] } = decoded as { readonly plugins?: readonly WrittenPlugin[] };
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { name = "", path: file, configuration } of plugins ?? []) {
    if (!CONFIGURABLE.includes(name)) {
      throw new Error(`admission plugin ${JSON.stringify(name)} takes no configuration in this server`);
    }
    if (configuration) found.set(name, configuration);
    else if (file)
      found.set(name, asObject(fromYaml(await readOptionFile(FLAG, resolve(dirname(path), file))).value, name));
  }
  return found;
}

function asObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`the configuration of admission plugin ${JSON.stringify(name)} is no object`);
}
