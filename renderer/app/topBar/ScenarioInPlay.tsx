import { lazy, Suspense, useSyncExternalStore } from "react";
import { activeScenarios } from "../../learn/activeScenario.ts";
import { useClusterScope } from "../clusterContext.ts";

const ScenarioStrip = lazy(() => import("../../learn/ScenarioStrip.tsx"));

/** The scenario that the user is playing on this cluster. If there is none, renders and loads nothing. */
export function ScenarioInPlay() {
  const { cluster } = useClusterScope();
  const id = useSyncExternalStore(activeScenarios.subscribe, () => activeScenarios.of(cluster.id));
  if (id === "") return null;
  return (
    <Suspense fallback={null}>
      <ScenarioStrip id={id} />
    </Suspense>
  );
}
