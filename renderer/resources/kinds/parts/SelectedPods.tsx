import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../../access/refusals/ErrorNotice.tsx";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { Section } from "../../../ui/Section.tsx";
import { useLiveObjects } from "../../live/useLiveObjects.ts";
import { PodList } from "./PodList.tsx";

const PODS = { group: "", version: "v1", resource: "pods" };

/** The pods in a namespace that a selector matches, live. @param labels the selector in its query form */
export function SelectedPods({ namespace, labels }: { readonly namespace: string; readonly labels: string }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { objects, state } = useLiveObjects({
    cluster: cluster.id,
    collection: { ...PODS, namespace },
    kind: "Pod",
    labelSelector: labels === "" ? undefined : labels,
  });
  return (
    <Section title={t("kinds.pods")} count={objects.length}>
      <ErrorNotice error={state.error} />
      {state.complete || objects.length > 0 ? <PodList pods={objects} /> : null}
    </Section>
  );
}
