import type { ApiObject } from "../../../../shared/object.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { decodeConfiguration } from "../../../model/encoding/configurationFile.ts";
import { decodeStrict } from "../../../model/schema/decode.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { defaultConfig } from "./defaultConfig.ts";
import { findPlugin } from "./knownPlugins.ts";
import { mergePlugins } from "./mergePlugins.ts";
import { inRange, readArgs } from "./readArgs.ts";
import { DEFAULT_SCHEDULER, type ProfileConfig, type SchedulerConfig } from "./schedulerConfig.ts";
import type { WrittenArgs, WrittenConfig, WrittenProfile } from "./writtenConfig.ts";

const KIND = {
  kind: "KubeSchedulerConfiguration",
  group: "{prefix}scheduler.config.{domain}",
  versions: ["v1"],
  definition: "{prefix}-scheduler.config",
};

/** Plugins that accept arguments. */
const WITH_ARGS: ReadonlySet<string> = new Set<keyof WrittenArgs>([
  "NodeAffinity",
  "NodeResourcesFit",
  "NodeResourcesBalancedAllocation",
  "InterPodAffinity",
  "PodTopologySpread",
  "DefaultPreemption",
  "VolumeBinding",
]);

/**
 * Reads a scheduler configuration file: YAML or JSON, with unknown fields rejected and defaults filled in. Fields about
 * the program rather than scheduling (its lease, its client, profiling, parallelism) are accepted and ignored.
 * @throws Error that names the field
 */
export async function readSchedulerConfig(text: string, schema: Schema): Promise<SchedulerConfig> {
  const written = decoded<WrittenConfig>((await decodeConfiguration(text, KIND, schema)) as ApiObject);
  const usual = defaultConfig();
  const podInitialBackoff = 1000 * (written.podInitialBackoffSeconds ?? usual.podInitialBackoff / 1000);
  const podMaxBackoff = 1000 * (written.podMaxBackoffSeconds ?? usual.podMaxBackoff / 1000);
  inRange("podInitialBackoffSeconds", podInitialBackoff / 1000, 1, Number.MAX_SAFE_INTEGER);
  inRange("podMaxBackoffSeconds", podMaxBackoff / 1000, podInitialBackoff / 1000, Number.MAX_SAFE_INTEGER);
  inRange("parallelism", written.parallelism ?? 16, 1, Number.MAX_SAFE_INTEGER);
  if ((written.extenders ?? []).length > 0) throw new Error("extenders: Forbidden: this scheduler asks none");
  const percentage = written.percentageOfNodesToScore ?? 0;
  inRange("percentageOfNodesToScore", percentage, 0, 100);
  const profiles = (written.profiles ?? []).length === 0 ? [{}] : (written.profiles ?? []);
  return {
    podInitialBackoff,
    podMaxBackoff,
    profiles: checkNames(
      profiles.map((profile, i) => readProfile(profile, `profiles[${i}]`, percentage, profiles.length, schema)),
    ),
  };
}

function readProfile(
  { schedulerName = "", percentageOfNodesToScore, plugins, pluginConfig }: WrittenProfile,
  field: string,
  percentage: number,
  count: number,
  schema: Schema,
): ProfileConfig {
  // The name may only be missing when there is a single profile.
  if (schedulerName === "" && count > 1) throw new Error(`${field}.schedulerName: Required value`);
  try {
    inRange("percentageOfNodesToScore", percentageOfNodesToScore ?? percentage, 0, 100);
    return {
      schedulerName: schedulerName || DEFAULT_SCHEDULER,
      plugins: mergePlugins(plugins ?? {}),
      args: readArgs(decodeArgs(pluginConfig ?? [], schema)),
      percentageOfNodesToScore: percentageOfNodesToScore ?? percentage,
    };
  } catch (error) {
    throw new Error(`${field}: ${messageOf(error)}`);
  }
}

function checkNames(profiles: readonly ProfileConfig[]): readonly ProfileConfig[] {
  const seen = new Set<string>();
  profiles.forEach(({ schedulerName }, i) => {
    if (seen.has(schedulerName)) {
      throw new Error(`profiles[${i}].schedulerName: Duplicate value: ${JSON.stringify(schedulerName)}`);
    }
    seen.add(schedulerName);
  });
  return profiles;
}

function decodeArgs(configs: NonNullable<WrittenProfile["pluginConfig"]>, schema: Schema): Partial<WrittenArgs> {
  const args: Record<string, unknown> = {};
  configs.forEach(({ name, args: written }, i) => {
    const field = `pluginConfig[${i}]`;
    if (findPlugin(name) === undefined) throw new Error(`${field}: plugin ${JSON.stringify(name)} does not exist`);
    if (name in args) throw new Error(`${field}: Duplicate value: ${JSON.stringify(name)}`);
    if (!WITH_ARGS.has(name)) throw new Error(`${field}: plugin ${JSON.stringify(name)} takes no arguments`);
    const { value, unknown } = decodeStrict(schema.definition(`${KIND.definition}.v1.${name}Args`), written ?? {});
    if (unknown.length > 0) throw new Error(`${field}.args: strict decoding error: ${unknown.join(", ")}`);
    args[name] = decoded(value as ApiObject);
  });
  return args;
}
