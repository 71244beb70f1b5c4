import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { wake } from "../api/watch/onAwake.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { canRetry, canStart } from "./home/clusterGroups.ts";
import { useHostEvents } from "./home/useOverview.ts";
import { act } from "./hostActions.ts";
import { useClusterAction } from "./useClusterAction.ts";
import { useSignIn } from "./useSignIn.ts";
import "./ClusterGate.css";

export interface ClusterGateProps {
  cluster: ClusterSummary;
  /** Whether the views already have content of the cluster to show. */
  hasContent: boolean;
  children: ReactNode;
}

/**
 * The frame around a cluster's views. It offers to start a sandbox that does not run. When a remote cluster refuses the
 * user, the views stay, below a notice with the next step.
 */
export function ClusterGate({ cluster, hasContent, children }: ClusterGateProps) {
  const { t } = useTranslation();
  useHostEvents();
  useReadAgain(cluster);
  const start = useClusterAction(() => act(cluster.id, "start"));
  const { name, state } = cluster;
  if (canStart(state)) {
    return (
      <EmptyState
        icon={state === "failed" ? "alert" : "plug"}
        tone={state === "failed" ? "bad" : "neutral"}
        title={t(`home.gate.${state}`, { name })}
        testId="cluster-gate"
      >
        <p>{cluster.reason ?? t("home.gate.stoppedText")}</p>
        <div className="gateActions">
          <Button variant="primary" busy={start.isPending} onClick={() => start.mutate()} data-testid="gate-start">
            {t("home.do.start")}
          </Button>
          <Link className="uiButton" to="/">
            {t("app.home")}
          </Link>
        </div>
      </EmptyState>
    );
  }
  if (state === "starting" || state === "stopping") {
    return <EmptyState icon="refresh" title={t(`home.gate.${state}`, { name })} testId="cluster-gate" />;
  }
  // Without content, the views would only show the server's error.
  if (canRetry(state) && !hasContent) return <Turned cluster={cluster} isAll />;
  return (
    <>
      {canRetry(state) ? <Turned cluster={cluster} isAll={false} /> : null}
      {children}
    </>
  );
}

function Turned({ cluster, isAll }: { cluster: ClusterSummary; isAll: boolean }) {
  const { t } = useTranslation();
  const retry = useClusterAction(() => act(cluster.id, "retry"));
  const signIn = useSignIn(cluster.id);
  const steps = (
    <>
      {cluster.login === "oidc" ? (
        <Button busy={signIn.isPending} onClick={() => signIn.mutate()}>
          {t("home.do.signIn")}
        </Button>
      ) : null}
      <Button icon="refresh" busy={retry.isPending} onClick={() => retry.mutate()} data-testid="gate-retry">
        {t("home.do.retry")}
      </Button>
    </>
  );
  const title = `${cluster.name}: ${t(`home.state.${cluster.state}`)}`;
  if (isAll) {
    const isLocked = cluster.state === "unauthorized";
    return (
      <EmptyState icon={isLocked ? "lock" : "plug"} tone={isLocked ? "warn" : "bad"} title={title} testId="gate-notice">
        <p className="gateReason">{cluster.reason}</p>
        <div className="gateActions">
          {steps}
          <Link className="uiButton" to="/">
            {t("app.home")}
          </Link>
        </div>
      </EmptyState>
    );
  }
  return (
    <div className="gateNotice notice bad" role="alert" data-testid="gate-notice">
      <span>
        <strong>{t(`home.state.${cluster.state}`)}.</strong> {cluster.reason}
      </span>
      <span className="spacer" />
      {steps}
    </div>
  );
}

/**
 * Opens a remote cluster, also after its kubeconfig has changed, and repeats the reads that failed while the cluster
 * was unreachable.
 */
function useReadAgain({ id, kind, state }: ClusterSummary): void {
  const queries = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    // The cluster's state reports failures.
    if (kind === "remote") act(id, "open").catch(() => undefined);
  }, [id, kind]);
  useEffect(() => {
    const hasChanged = before.current !== state;
    before.current = state;
    if (!hasChanged) return;
    if (state === "unopened") act(id, "open").catch(() => undefined);
    if (state !== "running" && state !== "connected") return;
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === id });
    wake(id);
  }, [id, state, queries]);
}
