import type { Taint } from "kubernetes-types/core/v1";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { amountOf } from "../../ground/formats/quantity.ts";
import { parseDuration } from "../../ground/formats/wording/durationText.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { readOptionFile } from "../../ground/settings/readOptionFile.ts";
import { refuseLargeFile } from "../../model/encoding/fileSize.ts";
import { fromYaml } from "../../model/encoding/yaml.ts";
import { DEFAULT_PROFILE, type NodeProfile } from "./nodeProfile.ts";

const FLAG = "--node-profile";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the profile of simulated nodes from a file in YAML or JSON: `capacity`, `allocatable`, `labels`, `taints`,
 * `pullTime` (a duration, or the shortest and the longest), `startTime`, `runtimeHandlers`. Missing fields have their
 * defaults.
 * @throws OptionError that names the field
 */
export async function readNodeProfile(path: string | undefined): Promise<NodeProfile> {
  if (path === undefined) return DEFAULT_PROFILE;
  const fields = asFields(parse(await readOptionFile(FLAG, path)), "the profile");
  const known = new Set(Object.keys(DEFAULT_PROFILE));
  for (const name of Object.keys(fields)) if (!known.has(name)) throw wrong(`unknown field ${JSON.stringify(name)}`);
  const { capacity, allocatable, labels, taints, pullTime, startTime, runtimeHandlers } = fields;
  return {
    capacity: { ...DEFAULT_PROFILE.capacity, ...quantities(capacity, "capacity") },
    allocatable: quantities(allocatable, "allocatable"),
    labels: texts(labels, "labels"),
    taints: taints === undefined ? [] : taintsOf(taints),
    pullTime: pullTime === undefined ? DEFAULT_PROFILE.pullTime : durations(pullTime),
    startTime: startTime === undefined ? DEFAULT_PROFILE.startTime : duration(startTime, "startTime"),
    runtimeHandlers: runtimeHandlers === undefined ? DEFAULT_PROFILE.runtimeHandlers : handlersOf(runtimeHandlers),
  };
}

function parse(text: string): unknown {
  try {
    refuseLargeFile(text);
    return fromYaml(text).value;
  } catch (error) {
    throw wrong(messageOf(error));
  }
}

const wrong = (what: string): OptionError => new OptionError(`${FLAG}: ${what}`);

function asFields(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw wrong(`${what} is no object`);
}

function texts(value: unknown, field: string): Record<string, string> {
  if (value === undefined) return {};
  return Object.fromEntries(Object.entries(asFields(value, field)).map(([name, text]) => [name, String(text)]));
}

function quantities(value: unknown, field: string): Record<string, string> {
  const found = texts(value, field);
  for (const [name, text] of Object.entries(found)) {
    if (!/^[0-9.]+([EPTGMkmun]i?|e[0-9]+)?$/.test(text) || amountOf(text) === undefined) {
      throw wrong(`${field}.${name} must be a quantity, not ${JSON.stringify(text)}`);
    }
  }
  return found;
}

const EFFECTS: ReadonlySet<unknown> = new Set(["NoSchedule", "PreferNoSchedule", "NoExecute"]);

function taintsOf(value: unknown): Taint[] {
  if (!Array.isArray(value)) throw wrong("taints is no list");
  return value.map((item, i) => {
    const { key, value: text, effect } = asFields(item, `taints[${i}]`);
    if (typeof key !== "string" || key === "") throw wrong(`taints[${i}].key must be a label's key`);
    if (!EFFECTS.has(effect)) throw wrong(`taints[${i}].effect must be one of ${[...EFFECTS].join(", ")}`);
    return { key, effect: effect as Taint["effect"], ...(text === undefined ? {} : { value: String(text) }) };
  });
}

function handlersOf(value: unknown): string[] {
  if (!Array.isArray(value)) throw wrong("runtimeHandlers is no list");
  return value.map(String);
}

function durations(value: unknown): readonly [number, number] {
  const [least, most = least] = Array.isArray(value) ? value : [value];
  const range = [duration(least, "pullTime"), duration(most, "pullTime")] as const;
  if (range[0] > range[1]) throw wrong("pullTime must name the shortest duration first");
  return range;
}

function duration(value: unknown, field: string): number {
  try {
    return Number(parseDuration(String(value)) / 1_000_000n);
  } catch {
    throw wrong(`${field} must be a duration such as 500ms, not ${JSON.stringify(value)}`);
  }
}
