import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { ErrorNotice } from "../../access/refusals/ErrorNotice.tsx";
import { Loading } from "../../app/Loading.tsx";
import { Button } from "../../ui/Button.tsx";
import { keyed } from "../../ui/keyed.ts";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { merge, planMerge } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";
import "./MergeDialog.css";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";

const MARKS = { same: " ", added: "+", removed: "−" } as const;

/** Shows the change to the user's kubeconfig, and makes it when the user confirms. */
export function MergeDialog({ cluster, onClose }: { cluster: ClusterSummary; onClose(): void }) {
  const { t } = useTranslation();
  const plan = useQuery({
    queryKey: ["mergePlan", cluster.id],
    queryFn: () => planMerge(cluster.id),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const apply = useClusterAction(
    async () => {
      const done = await merge(cluster.id, plan.data?.seen ?? "").catch((error: unknown) => {
        void plan.refetch();
        throw error;
      });
      onClose();
      return done;
    },
    ({ file }) => t("home.done.merged", { file }),
  );
  const isNothing = plan.data?.lines.every(({ kind }) => kind === "same") === true;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("home.merge.title", { name: cluster.name })}
      description={plan.data === undefined ? undefined : t("home.merge.text", { file: plan.data.file })}
      testId="merge-dialog"
    >
      {plan.isPending ? <Loading /> : null}
      <ErrorNotice error={plan.error} />
      {plan.data === undefined ? null : (
        <ScrollRegion as="section" className="mergeDiff" aria-label={t("home.merge.diff")} data-testid="merge-diff">
          {keyed(plan.data.lines, ({ kind, text }) => kind + text).map(({ key, item: { kind, text } }) => (
            <div key={key} className={`diffLine ${kind}`}>
              <span aria-hidden="true">{MARKS[kind]}</span>
              {text}
            </div>
          ))}
        </ScrollRegion>
      )}
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        <Button
          variant="primary"
          disabled={plan.data === undefined || apply.isPending}
          refusal={isNothing ? t("home.merge.nothing") : undefined}
          onClick={() => apply.mutate()}
          data-testid="merge-apply"
        >
          {t("home.merge.apply")}
        </Button>
      </div>
    </Dialog>
  );
}
