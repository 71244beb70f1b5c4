/**
 * The scenario that is being played on each cluster, so that other pages can show its progress. Stored on this machine.
 */

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (cluster: string): string => `orrery.scenario.${cluster}`;

export class ActiveScenarios {
  readonly #shelf: () => Shelf;
  readonly #listeners = new Set<() => void>();

  constructor(shelf: () => Shelf) {
    this.#shelf = shelf;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Id of the active scenario; empty when there is none. */
  of(cluster: string): string {
    return this.#shelf().getItem(keyOf(cluster)) ?? "";
  }

  /** @param scenario empty for none */
  set(cluster: string, scenario: string): void {
    if (this.of(cluster) === scenario) return;
    try {
      if (scenario === "") this.#shelf().removeItem(keyOf(cluster));
      else this.#shelf().setItem(keyOf(cluster), scenario);
    } catch {
      // The storage is full: the scenario continues, but other pages do not show it.
    }
    for (const listener of this.#listeners) listener();
  }
}

export const activeScenarios = new ActiveScenarios(() => localStorage);
