/** Scenarios from the user's own files, stored on this machine. */
import { readScenario, ScenarioError } from "../../shared/scenarios/readScenario.ts";
import type { Scenario } from "../../shared/scenarios/scenario.ts";

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;

const KEY = "orrery.ownScenarios";
/** Maximum number of stored scenarios, and maximum length of a file in characters. */
const MOST = 20;
const LONGEST = 256 * 1024;

export class OwnScenarios {
  readonly #storage: () => KeyValueStorage;
  readonly #listeners = new Set<() => void>();
  #known: { readonly text: string; readonly scenarios: readonly Scenario[] } | undefined;

  constructor(storage: () => KeyValueStorage) {
    this.#storage = storage;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The stored scenarios, without invalid ones; the same array until it changes. */
  readonly list = (): readonly Scenario[] => {
    const text = this.#storage().getItem(KEY) ?? "[]";
    if (this.#known?.text !== text) this.#known = { text, scenarios: valuesIn(text).flatMap(readable) };
    return this.#known.scenarios;
  };

  /**
   * Stores the scenario of a file in YAML or JSON; replaces one with the same name.
   * @param taken names of other scenarios
   * @throws Error with the validation error and its path
   */
  async add(text: string, taken: ReadonlySet<string>): Promise<Scenario> {
    if (text.length > LONGEST) throw new ScenarioError(`the file: must not be longer than ${LONGEST} characters`);
    const { readYamlDocuments } = await import("../../shared/yaml/readYamlDocuments.ts");
    const [document, ...more] = readYamlDocuments(text);
    const problem = document?.errors[0];
    if (problem !== undefined) throw new ScenarioError(problem.message);
    if (more.length > 0) throw new ScenarioError("the file: must be one document");
    const value: unknown = document?.toJS();
    const scenario = readScenario(value);
    if (taken.has(scenario.id)) throw new ScenarioError(`id: ${JSON.stringify(scenario.id)} is taken`);
    const others = this.#values().filter((each) => readable(each)[0]?.id !== scenario.id);
    if (others.length >= MOST) throw new ScenarioError(`${MOST} are kept already: remove one first`);
    this.#keep([...others, value]);
    return scenario;
  }

  remove(id: string): void {
    this.#keep(this.#values().filter((each) => readable(each)[0]?.id !== id));
  }

  /** The stored values that can be parsed. */
  #values(): unknown[] {
    return valuesIn(this.#storage().getItem(KEY) ?? "[]").filter((value) => readable(value).length > 0);
  }

  #keep(values: readonly unknown[]): void {
    this.#storage().setItem(KEY, JSON.stringify(values));
    for (const listener of this.#listeners) listener();
  }
}

function valuesIn(text: string): unknown[] {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

function readable(value: unknown): Scenario[] {
  try {
    return [readScenario(value)];
  } catch {
    return [];
  }
}

export const ownScenarios = new OwnScenarios(() => localStorage);
