import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { request } from "../../api/requests/request.ts";
import { useSingleMutation } from "../../api/requests/useSingleMutation.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { OnCluster } from "../../app/OnCluster.tsx";
import { fieldManager } from "../../editor/applyRequest.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CheckLine } from "../../ui/forms/CheckLine.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { useToast } from "../../ui/layers/Toast.tsx";
import { ErrorNotice } from "../refusals/ErrorNotice.tsx";
import type { RbacRef } from "./drafts.ts";
import type { DraftObject } from "./parseDrafts.ts";
import { plannedRequests } from "./plannedRequests.ts";
import "../../requests/RequestPreview.css";
import "../explain/cards.css";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";

type State = "waiting" | "running" | "done" | "failed";
interface Outcome {
  state: State;
  error?: Error;
}
const TONES = { waiting: "neutral", running: "accent", done: "good", failed: "bad" } as const;

export interface ApplyDialogProps {
  drafts: readonly DraftObject[];
  removals: readonly RbacRef[];
  onClose(): void;
  /** Called when the server has accepted every request. */
  onDone(): void;
}

/**
 * Shows every request before it is sent, and its outcome. A failure stops the rest; sending again resumes from there.
 */
export function ApplyDialog({ drafts, removals, onClose, onDone }: ApplyDialogProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const queries = useQueryClient();
  const toast = useToast();
  const [force, setForce] = useState(false);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const planned = useMemo(
    () => plannedRequests(drafts, removals, vocabulary.rbacGroup, fieldManager(cluster.id), force),
    [drafts, removals, vocabulary, cluster.id, force],
  );
  const left = planned.filter(({ title }) => outcomes.get(title)?.state !== "done");
  const send = useSingleMutation({
    mutationFn: async () => {
      const set = (title: string, outcome: Outcome): void => setOutcomes((now) => new Map(now).set(title, outcome));
      for (const { title, request: one } of left) {
        set(title, { state: "running" });
        try {
          await request(cluster.id, one);
          set(title, { state: "done" });
        } catch (error) {
          set(title, { state: "failed", error: error instanceof Error ? error : new Error(String(error)) });
          return false;
        }
      }
      return true;
    },
    onSuccess: (complete) => {
      void queries.invalidateQueries({ queryKey: ["access", cluster.id] });
      if (!complete) return;
      toast(t("rights.sent"));
      onDone();
    },
  });
  const counts = { done: planned.length - left.length, total: planned.length };
  const title = send.isPending ? "rights.applying" : send.isIdle ? "rights.applyTitle" : "rights.applied";
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t(title, counts)}
      testId="what-if-dialog"
      description={
        <>
          {t("rights.applyText")} <OnCluster />
        </>
      }
    >
      <ul className="planned">
        {planned.map(({ title, request: one }) => {
          const outcome = outcomes.get(title);
          return (
            <li key={`${one.method} ${title}`}>
              <p className="holder">
                <code>
                  {one.method} {one.path}
                </code>
                {outcome === undefined ? null : (
                  <Badge tone={TONES[outcome.state]}>{t(`rights.outcome.${outcome.state}`)}</Badge>
                )}
              </p>
              {typeof one.body === "string" ? (
                <ScrollRegion as="pre" className="requestLine">
                  {one.body}
                </ScrollRegion>
              ) : null}
              <ErrorNotice error={outcome?.error} />
            </li>
          );
        })}
      </ul>
      <CheckLine checked={force} onChange={setForce}>
        {t("rights.forceAll")}
      </CheckLine>
      <div className="dialogActions">
        <Button onClick={onClose}>{t(send.isIdle ? "app.cancel" : "app.close")}</Button>
        <Button
          variant={removals.length > 0 ? "dangerSolid" : "primary"}
          busy={send.isPending}
          onClick={() => send.mutate()}
          data-testid="what-if-send"
        >
          {t("rights.send", { count: left.length })}
        </Button>
      </div>
    </Dialog>
  );
}
