import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { wake } from "../api/watch/onAwake.ts";
import { HostNotice } from "../app/HostTrouble.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { InputFrameContext } from "../ui/layers/heldInput.ts";
import { Notice } from "../ui/Notice.tsx";
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
  /** Why the console's host did not answer; null while it does. */
  hostError: unknown;
  onHostRetry(): void;
  children: ReactNode;
}

/**
 * The frame around a cluster's views. It offers to start a sandbox that does not run; views that hold input stay, below
 * a notice. When a remote cluster refuses the user, or the console's host does not answer, the views stay in any case.
 */
export function ClusterGate({ cluster, hasContent, hostError, onHostRetry, children }: ClusterGateProps) {
  useHostEvents();
  useReadAgain(cluster);
  const { state } = cluster;
  const [holders, setHolders] = useState(0);
  const hold = useCallback(() => {
    setHolders((count) => count + 1);
    return () => setHolders((count) => count - 1);
  }, []);
  const isRefused = canRetry(state);
  const isStill = canStart(state) || state === "starting" || state === "stopping";
  const notice = useMemo(() => {
    if (hostError !== null) return <HostNotice error={hostError} onRetry={onHostRetry} />;
    if (isRefused) return <Refused cluster={cluster} isAll={false} />;
    return isStill ? <Still cluster={cluster} isAll={false} /> : null;
  }, [cluster, isRefused, isStill, hostError, onHostRetry]);
  const frame = useMemo(() => ({ hold, notice }), [hold, notice]);
  // Without content, the views would only show the server's error.
  if (isRefused && !hasContent) return <Refused cluster={cluster} isAll />;
  if (isStill && holders === 0) return <Still cluster={cluster} isAll />;
  return (
    <InputFrameContext value={frame}>
      {notice}
      {children}
    </InputFrameContext>
  );
}

interface GateNoticeProps {
  readonly cluster: ClusterSummary;
  /** Whether it stands in place of the views instead of above them. */
  readonly isAll: boolean;
}

/** A sandbox that does not run. */
function Still({ cluster, isAll }: GateNoticeProps) {
  const { t } = useTranslation();
  const start = useClusterAction(() => act(cluster.id, "start"));
  const { name, state } = cluster;
  const isFailed = state === "failed";
  const mayStart = canStart(state);
  const title = t(`home.gate.${state}`, { name });
  const button = (
    <Button
      variant={isAll ? "primary" : "plain"}
      busy={start.isPending}
      onClick={() => start.mutate()}
      data-testid="gate-start"
    >
      {t("home.do.start")}
    </Button>
  );
  if (!isAll) {
    return (
      <Notice tone={isFailed ? "bad" : "warn"} steps={mayStart ? button : null} testId="gate-notice">
        <strong>{mayStart ? `${title}.` : title}</strong>
        {mayStart ? <> {cluster.reason ?? t("home.gate.inputKept")}</> : null}
      </Notice>
    );
  }
  if (!mayStart) return <EmptyState icon="refresh" title={title} testId="cluster-gate" />;
  return (
    <EmptyState
      icon={isFailed ? "alert" : "plug"}
      tone={isFailed ? "bad" : "neutral"}
      title={title}
      testId="cluster-gate"
    >
      <p>{cluster.reason ?? t("home.gate.stoppedText")}</p>
      <NextSteps>{button}</NextSteps>
    </EmptyState>
  );
}

/** What the user can do where nothing of the cluster is shown; leaving it is always possible. */
function NextSteps({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="gateActions">
      {children}
      <Link className="uiButton" to="/">
        {t("app.home")}
      </Link>
    </div>
  );
}

/** A remote cluster that refuses the user, or does not answer. */
function Refused({ cluster, isAll }: GateNoticeProps) {
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
        <NextSteps>{steps}</NextSteps>
      </EmptyState>
    );
  }
  return (
    <Notice tone="bad" steps={steps} testId="gate-notice">
      <strong>{t(`home.state.${cluster.state}`)}.</strong> {cluster.reason}
    </Notice>
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
