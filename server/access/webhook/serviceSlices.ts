import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";

/** The endpoint slices of one namespace, indexed by name and by service. */
class NamespaceSlices {
  readonly #serviceOf = new Map<string, string>();
  readonly #names = new Map<string, Set<string>>();

  set(name: string, service: string): void {
    if (this.#serviceOf.get(name) === service) return;
    this.delete(name);
    this.#serviceOf.set(name, service);
    const names = this.#names.get(service) ?? new Set();
    this.#names.set(service, names.add(name));
  }

  delete(name: string): void {
    const service = this.#serviceOf.get(name);
    if (service === undefined) return;
    this.#serviceOf.delete(name);
    const names = this.#names.get(service);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(service);
  }

  of(service: string): Iterable<string> {
    return this.#names.get(service) ?? [];
  }
}

export interface ServiceSlices {
  /** The endpoint slices of a service. Only the first query for a namespace reads all of its slices. */
  of(namespace: string, service: string): ApiObject[];
  /** Stops following changes. */
  stop(): void;
}

/**
 * Finds the endpoint slices of services. Stores only names, and only for namespaces that were queried. A follower that
 * queries it when slices change must be registered after it is created, so that it is up to date.
 */
export function serviceSlices(
  reader: Pick<ObjectReader, "get" | "list" | "follow">,
  vocabulary: Vocabulary,
): ServiceSlices {
  const resource = { group: vocabulary.render("discovery.{domain}"), resource: "endpointslices" };
  const label = vocabulary.render("{labelDomain}/service-name");
  const namespaces = new Map<string, NamespaceSlices>();
  const add = (slices: NamespaceSlices, { metadata: { name = "", labels } }: ApiObject): void => {
    const service = labels?.[label];
    if (service === undefined) slices.delete(name);
    else slices.set(name, service);
  };
  const load = (namespace: string): NamespaceSlices => {
    const slices = new NamespaceSlices();
    for (const object of reader.list(resource, namespace)) add(slices, object);
    namespaces.set(namespace, slices);
    return slices;
  };
  const stop = reader.follow(
    resource,
    ({ type, object }) => {
      const slices = namespaces.get(object.metadata.namespace ?? "");
      if (slices === undefined) return;
      if (type === "deleted") slices.delete(object.metadata.name ?? "");
      else add(slices, object);
    },
    () => namespaces.clear(),
  );
  return {
    of(namespace, service) {
      const slices = namespaces.get(namespace) ?? load(namespace);
      return [...slices.of(service)].flatMap((name) => reader.get(resource, namespace, name) ?? []);
    },
    stop,
  };
}
