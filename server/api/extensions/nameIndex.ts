import type { DefinitionNames } from "./definition.ts";

/** The names in a group that belong to other definitions. */
export interface TakenNames {
  /** Plurals, singulars and short names. */
  isResource(name: string): boolean;
  /** Kinds and list kinds. */
  isKind(name: string): boolean;
}

interface Claim {
  readonly group: string;
  /** `r/widgets`, `k/Widget`: the prefix separates resource names from kinds. */
  readonly names: readonly string[];
}

/** Indexes the accepted names of all definitions, so that checking a name costs one look-up, however many there are. */
export class NameIndex {
  readonly #claims = new Map<string, Claim>();
  /** The definitions that have a name, by group and name. */
  readonly #owners = new Map<string, Map<string, Set<string>>>();

  /** Replaces the names of a definition; undefined when it is gone. @returns whether it released a name */
  set(definition: string, group: string, accepted: Partial<DefinitionNames> | undefined): boolean {
    const before = this.#claims.get(definition);
    const names = namesOf(accepted);
    if (names.length === 0) this.#claims.delete(definition);
    else this.#claims.set(definition, { group, names });
    const freed = (before?.names ?? []).filter((name) => before?.group !== group || !names.includes(name));
    for (const name of names) this.#ownersOf(group, name).add(definition);
    for (const name of freed) this.#free(before?.group ?? group, name, definition);
    return freed.length > 0;
  }

  /** The names of the group that belong to definitions other than this one. */
  takenFrom(definition: string, group: string): TakenNames {
    const owners = this.#owners.get(group);
    const isTaken = (name: string): boolean => {
      const known = owners?.get(name);
      return known !== undefined && known.size > (known.has(definition) ? 1 : 0);
    };
    return { isResource: (name) => isTaken(`r/${name}`), isKind: (name) => isTaken(`k/${name}`) };
  }

  #ownersOf(group: string, name: string): Set<string> {
    const owners = this.#owners.get(group) ?? new Map<string, Set<string>>();
    this.#owners.set(group, owners);
    const known = owners.get(name) ?? new Set<string>();
    owners.set(name, known);
    return known;
  }

  #free(group: string, name: string, definition: string): void {
    const owners = this.#owners.get(group);
    const known = owners?.get(name);
    known?.delete(definition);
    if (known?.size === 0) owners?.delete(name);
    if (owners?.size === 0) this.#owners.delete(group);
  }
}

function namesOf(accepted: Partial<DefinitionNames> = {}): string[] {
  const { plural, singular, shortNames = [], kind, listKind } = accepted;
  const given = (name: string | undefined): name is string => name !== undefined && name !== "";
  return [
    ...[plural, singular, ...shortNames].filter(given).map((name) => `r/${name}`),
    ...[kind, listKind].filter(given).map((name) => `k/${name}`),
  ];
}
