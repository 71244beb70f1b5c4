import { useTranslation } from "react-i18next";
import { useClusterScope } from "../../app/clusterContext.ts";
import { useClusterNow } from "../../sandbox/useSimulation.ts";
import { Containers } from "./Containers.tsx";
import { LOOK_AGAIN } from "./FactsPanel.tsx";
import { FactsSection, Rows } from "./FactView.tsx";
import { factsFor } from "./facts/factsFor.ts";
import { fact } from "./facts/kindFacts.ts";
import { podSpecFacts } from "./facts/podSpecFacts.ts";
import { panelKey } from "./panelKey.ts";
import type { PanelProps } from "./panelProps.ts";
import { containersOf, volumesOf } from "./podFacts.ts";
import { at, textAt } from "./read.ts";
import { SelectedPods } from "./SelectedPods.tsx";
import { Volumes } from "./Volumes.tsx";
import { selectorText, strategyOf } from "./workloadFacts.ts";

/** A workload: its update strategy, its pods, and the template of its pods. */
export function WorkloadPanel({ object, type }: PanelProps) {
  const { t } = useTranslation();
  const { vocabulary } = useClusterScope();
  const namespace = object.metadata.namespace ?? "";
  const selector = selectorText(object);
  const template =
    at(object, "spec.template.spec") ??
    at(object, "spec.jobTemplate.spec.template.spec") ??
    at(object, "template.spec");
  const placement = podSpecFacts(template, namespace);
  const now = useClusterNow(LOOK_AGAIN);
  const own = factsFor(panelKey(type, vocabulary.domain))?.(object, now);
  const facts = [
    fact(t("kinds.schedule"), textAt(object, "spec.schedule")),
    ...(own?.facts ?? []),
    fact(t("kinds.strategy"), strategyOf(object)),
    fact(t("kinds.selector"), selector === "" ? "" : { text: selector, pods: { namespace, labels: selector } }),
  ];
  return (
    <>
      <FactsSection title={type.kind} facts={facts} testId="facts" />
      {own?.tables.map((table) => (
        <Rows key={table.name} table={table} />
      ))}
      {selector === "" ? null : <SelectedPods namespace={namespace} labels={selector} />}
      <Containers containers={containersOf(template, undefined, namespace)} />
      <Volumes volumes={volumesOf(template)} namespace={namespace} />
      <FactsSection title={t("kinds.template")} facts={placement} />
    </>
  );
}
