import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { OnCluster } from "../../app/OnCluster.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { SlowNotice } from "../../ui/SlowNotice.tsx";
import { OutcomeList } from "./OutcomeList.tsx";
import type { Bulk } from "./useBulk.ts";
import "./BulkDialog.css";

export interface BulkDialogProps {
  /** The action; part of the keys of the titles before, during and after it. */
  action: "delete" | "labels" | "annotations";
  confirm: string;
  danger?: boolean;
  /** Why the user cannot confirm; undefined when they can. */
  refusal: string | undefined;
  bulk: Bulk;
  onClose(): void;
  /** The content before the confirmation; hidden once the action runs. */
  children: ReactNode;
  testId: string;
}

/** Asks for confirmation before many objects are changed, then shows the progress and each result. */
export function BulkDialog(props: BulkDialogProps) {
  const { bulk, onClose } = props;
  const { t } = useTranslation();
  const begun = bulk.busy || bulk.finished;
  const total = bulk.outcomes.length;
  const step = !begun ? "ask" : bulk.busy ? "busy" : bulk.done === total ? "done" : "some";
  const answered = bulk.done + bulk.failed + bulk.unanswered;
  const untouched = bulk.finished ? total - answered : 0;
  const summary = [
    t("browse.progress", { done: bulk.done, count: total, failed: bulk.failed }),
    ...(bulk.unanswered > 0 ? [t("browse.unanswered", { count: bulk.unanswered })] : []),
    ...(untouched > 0 ? [t("browse.untouched", { count: untouched })] : []),
  ];
  return (
    <Dialog
      open
      onClose={bulk.busy ? () => undefined : onClose}
      title={t(`browse.many.${props.action}.${step}`, { count: total, done: bulk.done })}
      testId={props.testId}
      description={
        <>
          {t("browse.onCluster")} <OnCluster />
        </>
      }
    >
      <div className="formStack">
        <div className="field">
          <span className="fieldLabel">{begun ? t("browse.results") : t("browse.objects")}</span>
          <OutcomeList outcomes={bulk.outcomes} label={t("browse.objects")} />
        </div>
        {begun ? null : props.children}
        {begun ? (
          <div className="bulkProgress" role="status" data-testid="bulk-progress">
            <progress max={total} value={answered} aria-label={t("browse.results")} />
            {summary.join(", ")}
          </div>
        ) : null}
        {bulk.busy && bulk.isStopped ? <SlowNotice onCancel={bulk.abandon} label={t("browse.abandon")} /> : null}
      </div>
      <div className="dialogActions">
        {bulk.busy ? (
          <Button onClick={bulk.stop} disabled={bulk.isStopped} data-testid="bulk-stop">
            {t("browse.stop")}
          </Button>
        ) : null}
        {bulk.busy ? null : (
          <Button onClick={onClose} data-testid="bulk-close">
            {bulk.finished ? t("app.close") : t("app.cancel")}
          </Button>
        )}
        {begun ? null : (
          <Button
            variant={props.danger ? "dangerSolid" : "primary"}
            refusal={props.refusal}
            onClick={bulk.run}
            data-testid="bulk-confirm"
          >
            {props.confirm}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
