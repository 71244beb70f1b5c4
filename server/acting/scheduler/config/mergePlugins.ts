import { findPlugin, KNOWN_PLUGINS } from "./knownPlugins.ts";
import { type EnabledPlugin, POINTS, type Point } from "./schedulerConfig.ts";
import type { WrittenPlugin, WrittenPlugins, WrittenSet } from "./writtenConfig.ts";

/** Maps the extension points of the reference to those of this scheduler. */
const POINT_OF: Readonly<Record<string, Point>> = {
  preEnqueue: "preEnqueue",
  preFilter: "filter",
  filter: "filter",
  postFilter: "postFilter",
  preScore: "score",
  score: "score",
  reserve: "reserve",
  preBind: "reserve",
};

/** Extension points with a single plugin that cannot be replaced. */
const FIXED: Readonly<Record<string, string>> = { queueSort: "PrioritySort", bind: "DefaultBinder" };

/**
 * The plugins of a profile in order: the default ones, without those that are disabled, and with the weights of those
 * that are enabled. Settings of one extension point take precedence over those of all (`multiPoint`).
 * @throws Error for plugins that do not exist, or that cannot be disabled
 */
export function mergePlugins(written: WrittenPlugins): Record<Point, readonly EnabledPlugin[]> {
  const all = everywhere(written["multiPoint"] ?? {});
  const merged = new Map<Point, readonly EnabledPlugin[]>();
  for (const point of POINTS) {
    const sets = Object.entries(POINT_OF).flatMap(([name, ours]) => (ours === point ? (written[name] ?? []) : []));
    merged.set(point, atPoint(point, all, sets));
  }
  for (const [name, only] of Object.entries(FIXED)) checkFixed(name, only, written);
  for (const name of ["permit", "postBind"]) known(written[name]?.enabled);
  const of = (point: Point): readonly EnabledPlugin[] => merged.get(point) ?? [];
  return {
    preEnqueue: of("preEnqueue"),
    filter: of("filter"),
    postFilter: of("postFilter"),
    score: of("score"),
    reserve: of("reserve"),
  };
}

function known(plugins: readonly WrittenPlugin[] | null | undefined): readonly WrittenPlugin[] {
  for (const { name } of plugins ?? []) {
    if (findPlugin(name) === undefined) throw new Error(`plugin ${JSON.stringify(name)} does not exist`);
  }
  return plugins ?? [];
}

const disables = ({ disabled }: WrittenSet, plugin: string): boolean =>
  (disabled ?? []).some(({ name }) => name === plugin || name === "*");

/** The plugins that are enabled at all extension points. */
function everywhere(set: WrittenSet): EnabledPlugin[] {
  const enabled = new Map(known(set.enabled).map((plugin) => [plugin.name, plugin]));
  const kept = KNOWN_PLUGINS.filter(({ name }) => !disables(set, name)).map(({ name, weight }) => ({
    name,
    weight: weightOf(enabled.get(name), weight),
  }));
  const added = [...enabled.values()].filter(({ name }) => !kept.some((plugin) => plugin.name === name));
  return [...kept, ...added.map((plugin) => ({ name: plugin.name, weight: weightOf(plugin, 1) }))];
}

/** The weight of a plugin; 1 when none is given. */
const weightOf = (plugin: WrittenPlugin | undefined, otherwise: number): number =>
  plugin === undefined ? otherwise : plugin.weight || 1;

function atPoint(point: Point, all: readonly EnabledPlugin[], sets: readonly WrittenSet[]): EnabledPlugin[] {
  const extendsPoint = (name: string): boolean => findPlugin(name)?.points.includes(point) === true;
  const own = sets.flatMap(({ enabled }) => known(enabled));
  const stranger = own.find(({ name }) => !extendsPoint(name));
  if (stranger !== undefined) throw new Error(`plugin ${JSON.stringify(stranger.name)} does not extend ${point}`);
  const ownNames = new Map(own.map((plugin) => [plugin.name, plugin]));
  const inherited = all.filter(({ name }) => extendsPoint(name) && !sets.some((set) => disables(set, name)));
  const first = [...ownNames.values()].filter(({ name }) => inherited.some((plugin) => plugin.name === name));
  const last = [...ownNames.values()].filter((plugin) => !first.includes(plugin));
  const asEnabled = (plugin: WrittenPlugin): EnabledPlugin => ({ name: plugin.name, weight: weightOf(plugin, 1) });
  return [...first.map(asEnabled), ...inherited.filter(({ name }) => !ownNames.has(name)), ...last.map(asEnabled)];
}

function checkFixed(point: string, only: string, written: WrittenPlugins): void {
  const set = written[point] ?? {};
  const all = written["multiPoint"] ?? {};
  const isEnabled = [...known(set.enabled), ...known(all.enabled)].some(({ name }) => name === only);
  if (known(set.enabled).some(({ name }) => name !== only)) throw new Error(`only ${only} extends ${point}`);
  if (!isEnabled && (disables(set, only) || disables(all, only))) {
    throw new Error(`at least one ${point} plugin is needed: there is only ${only}`);
  }
}
