import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import { compareVersions } from "../../api/registry/versionOrder.ts";
import type { ApiService } from "../../api/resources/apiregistration/apiService.ts";
import { groupVersions } from "../../api/resources/groups.ts";
import type { ApiServices } from "./apiServices.ts";
import type { RemoteApi } from "./remoteApi.ts";

/** A version of a group, and the server that serves it. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  /** Undefined when this server serves it. */
  readonly remote: RemoteApi | undefined;
}

/** A group with its versions, the preferred one first. */
export interface ServedGroup {
  readonly name: string;
  readonly versions: readonly ServedVersion[];
}

interface Ranked extends ServedVersion {
  readonly groupPriority: number;
  readonly versionPriority: number;
  /** Whether the version is really served, not only declared by an APIService. */
  readonly isServed: boolean;
}

/** The groups in each order, computed for one generation. */
interface Orders {
  readonly generation: number;
  readonly listed: readonly ServedGroup[];
  readonly documented: readonly ServedGroup[];
  readonly byName: ReadonlyMap<string, ServedGroup>;
}

/** Priorities of group versions that custom resource definitions declare. */
export const CUSTOM_PRIORITIES = { groupPriorityMinimum: 1000, versionPriority: 100 };

const NO_PRIORITIES = { groupPriorityMinimum: 0, versionPriority: 0 };

/**
 * The groups other than the core one, of this server and of extension servers, in the orders of the two forms of
 * discovery.
 */
export class ServedGroups {
  readonly #apiServices: ApiServices;
  readonly #catalog: Catalog;
  readonly #own: string;
  /** Priorities of the built-in group versions, by name. */
  readonly #builtIn: ReadonlyMap<string, typeof NO_PRIORITIES>;
  #orders: Orders | undefined;

  constructor(apiServices: ApiServices, catalog: Catalog, vocabulary: Vocabulary) {
    this.#apiServices = apiServices;
    this.#catalog = catalog;
    this.#own = vocabulary.render("apiregistration.{domain}");
    this.#builtIn = new Map(
      groupVersions.map((facts) => [`${facts.version}.${vocabulary.render(facts.group)}`, facts]),
    );
  }

  /** Changes whenever an answer made from these groups would change. */
  get generation(): number {
    return this.#apiServices.generation;
  }

  /**
   * The groups in the order of `/apis`, including all that APIServices name: equal priorities are ordered by the names
   * of the APIServices.
   */
  get listed(): readonly ServedGroup[] {
    return this.#groups().listed;
  }

  /**
   * The groups in the order of the merged document: equal priorities are ordered by name, and versions that are only
   * declared are left out.
   */
  get documented(): readonly ServedGroup[] {
    return this.#groups().documented;
  }

  find(name: string): ServedGroup | undefined {
    return this.#groups().byName.get(name);
  }

  #groups(): Orders {
    const { generation } = this;
    if (this.#orders?.generation !== generation) {
      const ranked = this.#ranked();
      const listed = this.#inOrder(ranked, (a, b) => compareText(nameOf(a), nameOf(b)));
      const documented = this.#inOrder(
        ranked.filter(({ isServed }) => isServed),
        (a, b) => compareText(a.group, b.group),
      );
      const byName = new Map(listed.map((group) => [group.name, group]));
      this.#orders = { generation, listed, documented, byName };
    }
    return this.#orders;
  }

  #ranked(): Ranked[] {
    const ranked = new Map<string, Ranked>();
    for (const [name, { group, version }] of this.#apiServices.declared) {
      if (group !== "") ranked.set(name, this.#rank({ group, version, remote: undefined }, false));
    }
    for (const { group, version } of this.#catalog.groupVersions) {
      if (group !== "") ranked.set(`${version}.${group}`, this.#rank({ group, version, remote: undefined }));
    }
    for (const remote of this.#apiServices.remotes) {
      const { name, group, version } = remote;
      if (group !== "") ranked.set(name, this.#rank({ group, version, remote }));
    }
    return [...ranked.values()];
  }

  /** The priorities from the APIService, if there is one; otherwise the built-in or custom defaults. */
  #rank(served: ServedVersion, isServed = true): Ranked {
    const { group, version } = served;
    const object = this.#apiServices.stored(group, version);
    const facts = this.#builtIn.get(nameOf(served)) ?? CUSTOM_PRIORITIES;
    const { groupPriorityMinimum, versionPriority } =
      (object === undefined ? undefined : narrow<ApiService>(object).spec) ?? facts;
    return { ...served, groupPriority: groupPriorityMinimum, versionPriority, isServed };
  }

  /** The server's own group is first, whatever others claim. */
  #inOrder(ranked: readonly Ranked[], whenEqual: (a: Ranked, b: Ranked) => number): ServedGroup[] {
    const byGroup = new Map<string, Ranked[]>();
    const isOwn = ({ group }: Ranked): number => (group === this.#own ? 0 : 1);
    const sorted = [...ranked].sort(
      (a, b) => isOwn(a) - isOwn(b) || b.groupPriority - a.groupPriority || whenEqual(a, b),
    );
    for (const each of sorted) {
      const known = byGroup.get(each.group);
      if (known === undefined) byGroup.set(each.group, [each]);
      else known.push(each);
    }
    return [...byGroup].map(([name, versions]) => ({
      name,
      versions: versions.sort((a, b) => b.versionPriority - a.versionPriority || compareVersions(a.version, b.version)),
    }));
  }
}

const nameOf = ({ group, version }: ServedVersion): string => `${version}.${group}`;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
