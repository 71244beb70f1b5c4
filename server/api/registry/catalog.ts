import type { GroupVersionKind } from "../../../shared/object.ts";
import type { ServedResource } from "../client/apiClient.ts";
import type { Resource } from "./resource.ts";
import { compareVersions } from "./versionOrder.ts";

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * The resources that a server currently serves: looked up on every request, listed by discovery. Built-in resources are
 * added at start; custom ones are added and removed at any time.
 */
export class Catalog {
  readonly #resources = new Map<string, Resource>();
  readonly #builtIn: GroupVersion[] = [];
  readonly #builtInGroups = new Set<string>();
  /** Names of the built-in group versions. */
  readonly #builtInNames = new Set<string>();
  /** Custom group versions by name, with their number of resources. */
  readonly #custom = new Map<string, GroupVersion & { readonly resources: number }>();
  /** All group versions in order, cached until they change. */
  #groupVersions: readonly GroupVersion[] | undefined;
  #generation = 0;
  #index: { readonly generation: number; readonly index: GroupIndex } | undefined;
  #served: { readonly generation: number; readonly rows: readonly ServedResource[] } | undefined;

  /** Increases with every change of the catalogue: discovery and OpenAPI documents are cached by it. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Group versions in the order of `/apis`: built-in groups, then custom groups by name. The versions of a custom group
   * are ordered from the newest stable one down.
   */
  get groupVersions(): readonly GroupVersion[] {
    this.#groupVersions ??= [
      ...this.#builtIn,
      ...[...this.#custom.values()]
        .map(({ group, version }) => ({ group, version }))
        .sort((a, b) => compareText(a.group, b.group) || compareVersions(a.version, b.version)),
    ];
    return this.#groupVersions;
  }

  addGroupVersion(groupVersion: GroupVersion): void {
    this.#builtIn.push(groupVersion);
    this.#builtInGroups.add(groupVersion.group);
    this.#builtInNames.add(nameOf(groupVersion));
    this.#groupVersions = undefined;
    this.#generation += 1;
  }

  add(resource: Resource): void {
    this.#resources.set(keyOf(resource.group, resource.version, resource.resource), resource);
    this.#generation += 1;
  }

  remove(resource: Resource): void {
    this.#resources.delete(keyOf(resource.group, resource.version, resource.resource));
    this.#generation += 1;
  }

  /** Replaces the resources of one definition. A resource that keeps its name keeps its position. */
  replaceCustom(before: readonly Resource[], after: readonly Resource[]): void {
    const gone = new Map(before.map((resource) => [identityOf(resource), resource]));
    for (const resource of after) {
      const key = identityOf(resource);
      const known = this.#resources.get(key);
      // A custom resource cannot replace a built-in one.
      if (known !== undefined && known.custom === undefined) continue;
      this.#resources.set(key, resource);
      gone.delete(key);
      if (known === undefined) this.#count(resource, 1);
    }
    for (const [key, resource] of gone) {
      if (this.#resources.get(key) !== resource) continue;
      this.#resources.delete(key);
      this.#count(resource, -1);
    }
    this.#generation += 1;
  }

  #count({ group, version }: GroupVersion, change: number): void {
    const name = nameOf({ group, version });
    if (this.#builtInNames.has(name)) return;
    const resources = (this.#custom.get(name)?.resources ?? 0) + change;
    if (resources > 0) this.#custom.set(name, { group, version, resources });
    else this.#custom.delete(name);
    this.#groupVersions = undefined;
  }

  /** Whether a group has built-in versions; it may have custom ones, too. */
  hasBuiltInGroup(group: string): boolean {
    return this.#builtInGroups.has(group);
  }

  hasGroupVersion(group: string, version: string): boolean {
    const name = nameOf({ group, version });
    return this.#builtInNames.has(name) || this.#custom.has(name);
  }

  find(group: string, version: string, resource: string): Resource | undefined {
    return this.#resources.get(keyOf(group, version, resource));
  }

  /** All resources of a group version, in order of addition. */
  resourcesOf(group: string, version: string): Resource[] {
    return [...(this.#grouped().resources.get(`${group}/${version}`) ?? [])];
  }

  /** The resource whose objects have the given kind. Actions have no objects and are never returned. */
  ofKind({ group, version, kind }: GroupVersionKind): Resource | undefined {
    for (const resource of this.#resources.values()) {
      const { definition } = resource;
      const same = resource.kind === kind && resource.group === group && resource.version === version;
      if (same && definition.action === undefined) return resource;
    }
    return undefined;
  }

  all(): IterableIterator<Resource> {
    return this.#resources.values();
  }

  /** The preferred version of a group: the first one listed. */
  preferredVersion(group: string): string | undefined {
    const [first] = this.#grouped().versions.get(group) ?? [];
    return first;
  }

  /** The resources of each group version and the versions of each group, computed on first use after a change. */
  #grouped(): GroupIndex {
    if (this.#index?.generation !== this.#generation) {
      const index = indexOf(this.groupVersions, this.#resources.values());
      this.#index = { generation: this.#generation, index };
    }
    return this.#index.index;
  }

  /** Resources that have objects, in order of addition: the same array until the catalogue changes. */
  served(): readonly ServedResource[] {
    if (this.#served?.generation !== this.#generation) {
      this.#served = { generation: this.#generation, rows: servedOf(this.#resources.values()) };
    }
    return this.#served.rows;
  }
}

interface GroupIndex {
  /** Resources in order of addition, by `group/version`. */
  readonly resources: ReadonlyMap<string, readonly Resource[]>;
  /** Versions in the order of `/apis`, by group. */
  readonly versions: ReadonlyMap<string, ReadonlySet<string>>;
}

function indexOf(groupVersions: Iterable<GroupVersion>, all: Iterable<Resource>): GroupIndex {
  const versions = new Map<string, Set<string>>();
  for (const { group, version } of groupVersions) {
    const known = versions.get(group);
    if (known === undefined) versions.set(group, new Set([version]));
    else known.add(version);
  }
  const resources = new Map<string, Resource[]>();
  for (const resource of all) {
    const key = `${resource.group}/${resource.version}`;
    const known = resources.get(key);
    if (known === undefined) resources.set(key, [resource]);
    else known.push(resource);
  }
  return { resources, versions };
}

function servedOf(all: Iterable<Resource>): ServedResource[] {
  const storedOnce = new Set<string>();
  const rows: ServedResource[] = [];
  for (const resource of all) {
    if (resource.definition.action !== undefined) continue;
    const first = !storedOnce.has(resource.cache.prefix);
    storedOnce.add(resource.cache.prefix);
    const { group, version, kind, namespaced, verbs } = resource;
    rows.push({ group, version, resource: resource.resource, kind, namespaced, verbs: [...verbs], preferred: first });
  }
  return rows;
}

const nameOf = ({ group, version }: GroupVersion): string => `${group}/${version}`;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const identityOf = ({ group, version, resource }: Resource): string => keyOf(group, version, resource);

const keyOf = (group: string, version: string, resource: string): string => `${group}/${version}/${resource}`;
