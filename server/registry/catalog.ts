import type { GroupVersionKind } from "../../shared/object.ts";
import type { ServedResource } from "../client/apiClient.ts";
import type { Resource } from "./resource.ts";

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * What a server serves right now: looked up on every request, listed by discovery. Built-in resources are added at start;
 * custom ones come and go.
 */
export class Catalog {
  readonly #resources = new Map<string, Resource>();
  readonly #groupVersions: GroupVersion[] = [];
  readonly #builtInGroups = new Set<string>();
  /** Number of group versions that are not custom, once there were custom ones. */
  #builtIn: number | undefined;
  #generation = 0;
  #index: { readonly generation: number; readonly index: GroupIndex } | undefined;

  /** Changes with every change of the catalogue: discovery and OpenAPI documents are cached by it. */
  get generation(): number {
    return this.#generation;
  }

  /** Group versions in the order of `/apis`. */
  get groupVersions(): readonly GroupVersion[] {
    return this.#groupVersions;
  }

  addGroupVersion(groupVersion: GroupVersion): void {
    this.#groupVersions.push(groupVersion);
    this.#builtInGroups.add(groupVersion.group);
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

  /** Replaces all custom resources; their group versions follow the built-in ones in the order given. */
  replaceCustom(resources: readonly Resource[]): void {
    for (const [key, resource] of this.#resources) if (resource.custom !== undefined) this.#resources.delete(key);
    this.#groupVersions.length = this.#builtIn ?? this.#groupVersions.length;
    this.#builtIn = this.#groupVersions.length;
    const known = new Set(this.#groupVersions.map(({ group, version }) => `${group}/${version}`));
    for (const resource of resources) {
      const { group, version } = resource;
      // What is built in cannot be covered.
      if (this.find(group, version, resource.resource) !== undefined) continue;
      if (!known.has(`${group}/${version}`)) this.#groupVersions.push({ group, version });
      known.add(`${group}/${version}`);
      this.#resources.set(keyOf(group, version, resource.resource), resource);
    }
    this.#generation += 1;
  }

  /** Whether a group is (also) a built-in one. */
  hasBuiltInGroup(group: string): boolean {
    return this.#builtInGroups.has(group);
  }

  hasGroupVersion(group: string, version: string): boolean {
    return this.#grouped().versions.get(group)?.has(version) ?? false;
  }

  find(group: string, version: string, resource: string): Resource | undefined {
    return this.#resources.get(keyOf(group, version, resource));
  }

  /** All resources of a group version, in order of addition. */
  resourcesOf(group: string, version: string): Resource[] {
    return [...(this.#grouped().resources.get(`${group}/${version}`) ?? [])];
  }

  /** The resource whose objects are of a kind; actions have no objects. */
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

  /** What stands in each group and group version, worked out when first asked for after a change. */
  #grouped(): GroupIndex {
    if (this.#index?.generation !== this.#generation) {
      const index = indexOf(this.#groupVersions, this.#resources.values());
      this.#index = { generation: this.#generation, index };
    }
    return this.#index.index;
  }

  served(): ServedResource[] {
    const storedOnce = new Set<string>();
    const rows: ServedResource[] = [];
    for (const resource of this.#resources.values()) {
      if (resource.definition.action !== undefined) continue;
      const first = !storedOnce.has(resource.cache.prefix);
      storedOnce.add(resource.cache.prefix);
      rows.push({
        group: resource.group,
        version: resource.version,
        resource: resource.resource,
        kind: resource.kind,
        namespaced: resource.namespaced,
        verbs: [...resource.verbs],
        preferred: first,
      });
    }
    return rows;
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

const keyOf = (group: string, version: string, resource: string): string => `${group}/${version}/${resource}`;
