/**
 * The scenario that the user is playing on each cluster, so that other pages can show its progress. Stored on this
 * machine.
 */

import type { Scenario } from "../../shared/scenarios/scenario.ts";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (cluster: string): string => `orrery.scenario.${cluster}`;

export class ActiveScenarios {
  readonly #storage: () => KeyValueStorage;
  readonly #listeners = new Set<() => void>();

  constructor(storage: () => KeyValueStorage) {
    this.#storage = storage;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Id of the active scenario; empty when there is none. */
  of(cluster: string): string {
    return this.#read(cluster)[0] ?? "";
  }

  /** Namespace of the active scenario; empty when there is none. */
  namespaceOf(cluster: string): string {
    return this.#read(cluster)[1] ?? "";
  }

  /** @param scenario undefined for none */
  set(cluster: string, scenario: Pick<Scenario, "id" | "namespace"> | undefined): void {
    if (this.of(cluster) === (scenario?.id ?? "")) return;
    try {
      if (scenario === undefined) this.#storage().removeItem(keyOf(cluster));
      else this.#storage().setItem(keyOf(cluster), `${scenario.id} ${scenario.namespace}`);
    } catch {
      // The storage is full: the scenario continues, but other pages do not show it.
    }
    for (const listener of this.#listeners) listener();
  }

  /** Id and namespace of the active scenario. */
  #read(cluster: string): readonly string[] {
    return (this.#storage().getItem(keyOf(cluster)) ?? "").split(" ");
  }
}

export const activeScenarios = new ActiveScenarios(() => localStorage);
