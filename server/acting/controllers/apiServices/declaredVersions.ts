import type { ApiObject } from "../../../../shared/object.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** A group version that custom resource definitions declare. */
export interface DeclaredVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * Tracks which group versions custom resource definitions declare as served. The cost of a change grows only with the
 * changed definition.
 */
export class DeclaredVersions {
  /** By name of the API service: the declared version, and the definitions that declare it. */
  readonly #declared = new Map<string, DeclaredVersion & { readonly by: Set<string> }>();
  readonly #names = new Map<string, readonly string[]>();

  /** Takes a changed definition. @returns the names of the API services that it declares now or declared before */
  set(object: ApiObject, gone: boolean): Iterable<string> {
    const { name = "" } = object.metadata;
    const before = this.#names.get(name) ?? [];
    for (const each of before) {
      const declared = this.#declared.get(each);
      declared?.by.delete(name);
      if (declared?.by.size === 0) this.#declared.delete(each);
    }
    const { group, versions } = narrow<Definition>(object).spec;
    const served = gone ? [] : versions.filter((version) => version.served).map((version) => version.name);
    for (const version of served) {
      const key = `${version}.${group}`;
      const declared = this.#declared.get(key) ?? { group, version, by: new Set<string>() };
      declared.by.add(name);
      this.#declared.set(key, declared);
    }
    const after = served.map((version) => `${version}.${group}`);
    if (gone) this.#names.delete(name);
    else this.#names.set(name, after);
    return new Set([...before, ...after]);
  }

  /** @param name of an API service */
  get(name: string): DeclaredVersion | undefined {
    return this.#declared.get(name);
  }
}
