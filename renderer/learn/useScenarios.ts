import { useMemo, useSyncExternalStore } from "react";
import { allScenarios } from "../../shared/scenarios/allScenarios.ts";
import type { Scenario } from "../../shared/scenarios/scenario.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { ownScenarios } from "./ownScenarios.ts";

/** All scenarios: the built-in ones, then the user's own. */
export function useScenarios(vocabulary: Vocabulary): { all: readonly Scenario[]; own: readonly Scenario[] } {
  const own = useSyncExternalStore(ownScenarios.subscribe, ownScenarios.list);
  return useMemo(() => ({ all: [...allScenarios(vocabulary), ...own], own }), [vocabulary, own]);
}
