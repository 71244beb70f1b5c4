import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import type { ApiService } from "../../api/resources/apiregistration/apiService.ts";
import { AUTOMANAGED, FORMER_AUTOMANAGED } from "../../api/resources/apiregistration/defaults.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import { isAvailable, isRemote, type RemoteApi } from "./remoteApi.ts";
import { type RemoteDependencies, RemoteService } from "./remoteService.ts";

export interface ApiServicesParts extends RemoteDependencies {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly catalog: Catalog;
}

/** A group version that a user's APIService declares as served by this server. */
export interface DeclaredVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * Follows the stored APIServices: which group versions extension servers serve, and the priorities of all group
 * versions.
 */
export class ApiServices {
  readonly #parts: ApiServicesParts;
  readonly #place: GroupResource;
  readonly #remote = new Map<string, RemoteApi>();
  readonly #declared = new Map<string, DeclaredVersion>();
  readonly #listeners: ((name: string) => void)[] = [];
  readonly #stop: () => void;
  #changes = 0;

  constructor(parts: ApiServicesParts) {
    this.#parts = parts;
    this.#place = { group: parts.vocabulary.render("apiregistration.{domain}"), resource: "apiservices" };
    this.#stop = parts.reader.follow(
      this.#place,
      ({ type, object }) => this.#take(object, type === "deleted"),
      () => this.#takeAll(),
    );
    this.#takeAll();
  }

  stop(): void {
    this.#stop();
    for (const { service } of this.#remote.values()) service.close();
  }

  /** Changes whenever the sources of the lists of groups and versions change. */
  get generation(): number {
    return this.#changes + this.#parts.catalog.generation;
  }

  /** Increments the generation after a source of documents about remote group versions has changed. */
  touch(): void {
    this.#changes += 1;
  }

  /** Calls the listener with the name of every APIService that is added, changed or deleted from now on. */
  onChange(listener: (name: string) => void): void {
    this.#listeners.push(listener);
  }

  /** All group versions that extension servers serve. */
  get remotes(): Iterable<RemoteApi> {
    return this.#remote.values();
  }

  /**
   * By APIService name, the group versions that users declare as served by this server, whether it serves them or not.
   */
  get declared(): Iterable<readonly [string, DeclaredVersion]> {
    return this.#declared;
  }

  /** The extension server's API for a group version; undefined when this server serves it, or no server does. */
  remote(group: string, version: string): RemoteApi | undefined {
    return this.#remote.size === 0 ? undefined : this.named(`${version}.${group}`);
  }

  /** The same by the name of the APIService. */
  named(name: string): RemoteApi | undefined {
    return this.#remote.get(name);
  }

  /** The stored APIService of a group version. */
  stored(group: string, version: string): ApiObject | undefined {
    return this.#parts.reader.get(this.#place, "", `${version}.${group}`);
  }

  /** The extension server's API for a path; undefined when this server answers the path. */
  remoteAt(path: string): RemoteApi | undefined {
    if (this.#remote.size === 0) return undefined;
    if (path === "/api" || path.startsWith("/api/")) return this.remote("", "v1");
    const [, prefix, group = "", version = ""] = path.split("/", 4);
    return prefix === "apis" && group !== "" && version !== "" ? this.remote(group, version) : undefined;
  }

  #takeAll(): void {
    const stored = [...this.#parts.reader.list(this.#place)];
    const names = new Set(stored.map(({ metadata }) => metadata.name));
    for (const name of [...this.#remote.keys(), ...this.#declared.keys()]) if (!names.has(name)) this.#forget(name);
    for (const object of stored) this.#take(object, false);
  }

  #take(object: ApiObject, gone: boolean): void {
    const { name = "" } = object.metadata;
    const { spec } = narrow<ApiService>(object);
    const { group = "", version = "" } = spec ?? {};
    // This server always serves the group of APIServices itself, whatever an APIService says.
    const isOther = !gone && spec !== undefined && group !== this.#place.group;
    if (!isOther || !isRemote(object)) {
      this.#forget(name);
      if (isOther && !this.#isOwn(object)) this.#declared.set(name, { group, version });
    } else {
      this.#declared.delete(name);
      const known = this.#remote.get(name)?.service;
      const made = new RemoteService(spec, this.#parts);
      // A change that keeps the server's address and trust also keeps its connections.
      const service = known?.signature === made.signature ? known : made;
      if (service !== known) known?.close();
      this.#remote.set(name, { name, group, version, service, isAvailable: isAvailable(object) });
    }
    this.#changes += 1;
    for (const listener of this.#listeners) listener(name);
  }

  /** Whether this server created the APIService itself, for something that it serves. */
  #isOwn({ metadata }: ApiObject): boolean {
    const { vocabulary } = this.#parts;
    return [AUTOMANAGED, FORMER_AUTOMANAGED].some((label) => metadata.labels?.[vocabulary.render(label)] !== undefined);
  }

  #forget(name: string): void {
    this.#declared.delete(name);
    this.#remote.get(name)?.service.close();
    this.#remote.delete(name);
  }
}
