import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ErrorNotice } from "../../access/ErrorNotice.tsx";
import { useClusterScope } from "../../app/clusterContext.ts";
import { listUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Property, Section } from "../../ui/Section.tsx";
import { useLiveObjects } from "../live/useLiveObjects.ts";
import { Containers } from "./Containers.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { PodList } from "./PodList.tsx";
import type { PanelProps } from "./panelProps.ts";
import { containersOf } from "./podFacts.ts";
import { at, textAt } from "./read.ts";
import { replicasOf, selectorText, strategyOf } from "./workloadFacts.ts";

const PODS = { group: "", version: "v1", resource: "pods" };

/** A workload: its replicas, its update strategy, its pods. */
export function WorkloadPanel({ object, type }: PanelProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const namespace = object.metadata.namespace ?? "";
  const selector = selectorText(object);
  const pods = useLiveObjects(
    { cluster: cluster.id, collection: { ...PODS, namespace }, kind: "Pod", labelSelector: selector },
    { enabled: selector !== "" },
  );
  const template = at(object, "spec.template.spec") ?? at(object, "spec.jobTemplate.spec.template.spec");
  const replicas = replicasOf(object);
  const strategy = strategyOf(object);
  const { error, complete } = pods.state;
  return (
    <>
      <Section title={t("kinds.workload")}>
        <dl>
          {replicas.map(({ name, have, want }) => (
            <Property key={name} name={t(`kinds.${name}`)}>
              {want === undefined ? (
                have
              ) : (
                <Badge tone={have >= want ? "good" : "warn"} dot>{`${have} / ${want}`}</Badge>
              )}
            </Property>
          ))}
          {strategy === "" ? null : <Property name={t("kinds.strategy")}>{strategy}</Property>}
          {textAt(object, "spec.schedule") === "" ? null : (
            <Property name={t("kinds.schedule")}>
              <span className="mono">{textAt(object, "spec.schedule")}</span>
            </Property>
          )}
          {selector === "" ? null : (
            <Property name={t("kinds.selector")}>
              <Link to={`${listUrl(cluster.id, PODS, namespace)}&${new URLSearchParams({ labels: selector })}`}>
                {selector}
              </Link>
            </Property>
          )}
        </dl>
      </Section>
      <FactsPanel object={object} type={type} />
      {selector === "" ? null : (
        <Section title={t("kinds.pods")} count={pods.objects.length}>
          <ErrorNotice error={error} />
          {complete || pods.objects.length > 0 ? <PodList pods={pods.objects} /> : null}
        </Section>
      )}
      <Containers containers={containersOf(template, undefined)} />
    </>
  );
}
