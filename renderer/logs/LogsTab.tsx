import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { selectorText } from "../resources/kinds/facts/workloadFacts.ts";
import { useLiveObjects } from "../resources/live/useLiveObjects.ts";
import { LogPanel } from "./LogPanel.tsx";
import { type LogSource, sourcesOf } from "./logSource.ts";

/** The logs of a pod, or of the pods that a workload selects. */
export function LogsTab({ object, kind }: { object: ApiObject; kind: string }) {
  return kind === "Pod" ? <PodLogs pod={object} /> : <WorkloadLogs workload={object} />;
}

function PodLogs({ pod }: { pod: ApiObject }) {
  const sources = useStable(useMemo(() => sourcesOf([pod]), [pod]));
  return <LogPanel sources={sources} name={pod.metadata.name ?? "pod"} />;
}

function WorkloadLogs({ workload }: { workload: ApiObject }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const selector = selectorText(workload);
  const { namespace = "", name = "workload" } = workload.metadata;
  const pods = useLiveObjects(
    {
      cluster: cluster.id,
      collection: { group: "", version: "v1", resource: "pods", namespace },
      kind: "Pod",
      labelSelector: selector,
    },
    { enabled: selector !== "" },
  );
  const { objects } = pods;
  const { complete } = pods.state;
  const sources = useStable(useMemo(() => (complete ? sourcesOf(objects) : undefined), [objects, complete]));
  if (selector === "") return <p className="padded muted">{t("logs.noSelector")}</p>;
  if (sources === undefined) {
    return pods.state.error === undefined ? <Loading /> : <ErrorNotice error={pods.state.error} />;
  }
  return <LogPanel sources={sources} name={name} />;
}

/** Returns the same array while its content is equal: pods change more often than their containers. */
function useStable(sources: readonly LogSource[] | undefined): readonly LogSource[] | undefined {
  const key = sources === undefined ? "" : JSON.stringify(sources);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text contains everything of the list
  return useMemo(() => sources, [key]);
}
