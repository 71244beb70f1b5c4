import { useClusterScope } from "../../../app/clusterContext.ts";
import { useClusterNow } from "../../../sandbox/useSimulation.ts";
import { factsFor } from "../facts/factsFor.ts";
import { useSay } from "../facts/useSay.ts";
import { FactsSection, REFRESH_INTERVAL, Rows } from "../parts/FactView.tsx";
import { SelectedPods } from "../parts/SelectedPods.tsx";
import { panelKey } from "./panelKey.ts";
import type { PanelProps } from "./panelProps.ts";

/** The most important facts of a kind. Names of objects link to their pages, selectors to the matching pods. */
export function FactsPanel({ object, type }: PanelProps) {
  const { vocabulary } = useClusterScope();
  const now = useClusterNow(REFRESH_INTERVAL);
  const say = useSay();
  const read = factsFor(panelKey(type, vocabulary.domain));
  if (read === undefined) return null;
  const { facts, tables, pods } = read(object, now, say);
  return (
    <>
      <FactsSection title={type.kind} facts={facts} testId="facts" />
      {tables.map((table) => (
        <Rows key={table.name} table={table} />
      ))}
      {pods === undefined ? null : <SelectedPods {...pods} />}
    </>
  );
}
