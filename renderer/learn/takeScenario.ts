import { allScenarios } from "../../shared/scenarios/allScenarios.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { ownScenarios } from "./ownScenarios.ts";

/** Stores the scenario of a file. @returns its id @throws Error with the validation error and its path */
export async function takeScenario(text: string): Promise<string> {
  const taken = new Set(allScenarios(createVocabulary()).map(({ id }) => id));
  return (await ownScenarios.add(text, taken)).id;
}
