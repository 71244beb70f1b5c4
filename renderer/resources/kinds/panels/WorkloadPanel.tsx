import { useTranslation } from "react-i18next";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { useClusterNow } from "../../../sandbox/useSimulation.ts";
import { factsFor } from "../facts/factsFor.ts";
import { fact } from "../facts/kindFacts.ts";
import { containersOf, volumesOf } from "../facts/podFacts.ts";
import { podSpecFacts } from "../facts/podSpecFacts.ts";
import { useSay } from "../facts/useSay.ts";
import { selectorText, strategyOf } from "../facts/workloadFacts.ts";
import { Containers } from "../parts/Containers.tsx";
import { FactsSection, REFRESH_INTERVAL, Rows } from "../parts/FactView.tsx";
import { SelectedPods } from "../parts/SelectedPods.tsx";
import { Volumes } from "../parts/Volumes.tsx";
import { at, textAt } from "../read.ts";

import { panelKey } from "./panelKey.ts";
import type { PanelProps } from "./panelProps.ts";

/** A workload: its update strategy, its pods, and its pod template. */
export function WorkloadPanel({ object, type }: PanelProps) {
  const { t } = useTranslation();
  const { vocabulary } = useClusterScope();
  const namespace = object.metadata.namespace ?? "";
  const selector = selectorText(object);
  const template =
    at(object, "spec.template.spec") ??
    at(object, "spec.jobTemplate.spec.template.spec") ??
    at(object, "template.spec");
  const say = useSay();
  const placement = podSpecFacts(template, namespace, say);
  const now = useClusterNow(REFRESH_INTERVAL);
  const own = factsFor(panelKey(type, vocabulary.domain))?.(object, now, say);
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
      <Containers containers={containersOf(template, undefined, namespace, say)} />
      <Volumes volumes={volumesOf(template)} namespace={namespace} />
      <FactsSection title={t("kinds.template")} facts={placement} />
    </>
  );
}
